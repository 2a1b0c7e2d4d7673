import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/')({ component: () => <h1 className="wrap display text-[52px]">Discover AI Tools</h1> })
