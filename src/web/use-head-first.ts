import { useDeferredValue } from 'react'
import { useNavigationType } from 'react-router'

/**
 * Returns false in the first rendering of a page that a click has opened, and true in the next. In the first a page shows its
 * heading and the places of the rest, because a slow phone takes a third of a second to render and lay out all of it. The
 * page that the server sent is whole at once, and so is Back, which restores the position.
 */
export const useHeadFirst = (): boolean => useDeferredValue(true, useNavigationType() === 'POP')
