import { lazy } from 'react'

/** Members only: visitors never download it. */
export const LazyBell = lazy(() => import('./bell').then((part) => ({ default: part.Bell })))
