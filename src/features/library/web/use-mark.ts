import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import type { PosterMark } from '#web/ui/poster.tsx'
import type { Mark } from '../library.contract.ts'
import { starsOf } from '../library.rules.ts'
import { marksQuery, wantMark } from './library.api.ts'

/** The viewer's mark on a game, the same wherever it is shown; null for visitors and for what is not in the library. */
export function useMark(gameId: GameId): PosterMark | null {
  const client = useQueryClient()
  const isMember = useViewer() !== null
  const { data } = useQuery({ ...marksQuery(), enabled: isMember, select: (marks) => marks[gameId] })
  const isUnknown = isMember && data === undefined
  useEffect(() => {
    if (isUnknown) wantMark(client, gameId)
  }, [client, gameId, isUnknown])
  return isMember && data ? posterMark(data) : null
}

/** A mark as the design system's posters take it. */
export function posterMark({ status, user_rating, is_liked }: Mark): PosterMark {
  return { status, rating: starsOf(user_rating), liked: is_liked }
}
