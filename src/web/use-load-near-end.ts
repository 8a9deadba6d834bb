import { type RefObject, useEffect, useRef } from 'react'
import { scrollMargin } from '#shared/network.ts'
import { device } from './network/device.ts'

/**
 * Loads the next part of a list when its end is near the view (C72). While the foot of the page is in view it does not,
 * because the list would push the foot away from a person who is about to press something there. That person has the
 * "Load more" button.
 */
export function useLoadNearEnd(end: RefObject<Element | null>, isOn: boolean, onLoad: () => void): void {
  const load = useRef(onLoad)
  load.current = onLoad
  useEffect(() => {
    if (!isOn || !end.current) return
    let isFootInView = false
    let isEndNear = false
    const isInView = (entries: IntersectionObserverEntry[], before: boolean) => entries.at(-1)?.isIntersecting ?? before
    const decide = () => {
      if (isEndNear && !isFootInView) load.current()
    }
    const ofFoot = new IntersectionObserver((entries) => {
      isFootInView = isInView(entries, isFootInView)
      decide()
    })
    const ofEnd = new IntersectionObserver(
      (entries) => {
        isEndNear = isInView(entries, isEndNear)
        // Both may have come into view at once, and the browser may call this observer first.
        isFootInView = isInView(ofFoot.takeRecords(), isFootInView)
        decide()
      },
      { rootMargin: `0px 0px ${scrollMargin(device())}` },
    )
    const foot = document.querySelector('.shell > .foot')
    if (foot) ofFoot.observe(foot)
    ofEnd.observe(end.current)
    return () => {
      ofFoot.disconnect()
      ofEnd.disconnect()
    }
  }, [isOn, end])
}
