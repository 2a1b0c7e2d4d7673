import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { waitingQuery } from './waiting-data'

/**
 * How much waits for the person, also as '(3)' before the title of the document and as a mark on its icon, while a page
 * of the dashboard is open.
 */
export function useWaitingMark(userId: string | undefined, hasRole: boolean) {
  const { data } = useQuery({ ...waitingQuery(userId ?? ''), enabled: hasRole && userId !== undefined })
  const submissions = data?.contributions ?? 0
  const inbox = data ? data.reports + data.appeals + data.alerts : 0
  const waiting = inbox + submissions
  // Another page has another title.
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the title is set again for each page.
  useEffect(() => {
    if (waiting > 0) document.title = `(${waiting}) ${document.title.replace(COUNTED, '')}`
    return () => {
      document.title = document.title.replace(COUNTED, '')
    }
  }, [waiting, page])

  const isWaiting = waiting > 0
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!isWaiting || !icon) return
    const plain = icon.href
    const picture = new Image()
    picture.onload = () => {
      icon.href = drawMark(picture) ?? plain
    }
    picture.src = plain
    return () => {
      picture.onload = null
      icon.href = plain
    }
  }, [isWaiting])
  return { inbox, submissions }
}

const COUNTED = /^\(\d+\) /

/** The icon with a red disc in its corner, set off by a gap: the icon may be red as well. */
function drawMark(picture: HTMLImageElement): string | undefined {
  const size = 64
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.drawImage(picture, 0, 0, size, size)
  const disc = (radius: number) => {
    context.beginPath()
    context.arc(size - 17, 17, radius, 0, 2 * Math.PI)
    context.fill()
  }
  context.globalCompositeOperation = 'destination-out'
  disc(21)
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = '#c93411'
  disc(16)
  return canvas.toDataURL()
}
