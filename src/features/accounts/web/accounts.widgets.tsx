import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SessionUser } from '../session.contract.ts'
import { accountsKeys, requestSignIn, sessionQuery } from './accounts.api.ts'

const watchViewer = (): SessionUser | null => useQuery(sessionQuery()).data?.user ?? null

const viewerIn = (client: QueryClient): SessionUser | null => client.getQueryData(sessionQuery().queryKey)?.user ?? null

const readViewer = (): SessionUser | null => viewerIn(useQueryClient())

/**
 * Returns the signed-in member, or null for a visitor. It is known from the first rendering on. The server only reads
 * it, because nothing changes while a page is rendered: an observer for each part of a page was a tenth of the
 * rendering.
 */
export const useViewer = typeof document === 'undefined' ? readViewer : watchViewer

/** A response that arrives sooner needs no placeholder. */
const UNSURE_AFTER_MS = 300

/** Returns true while the session is unknown or invalidated by another tab and its request takes a while. */
export function useIsViewerLoading(): boolean {
  const client = useQueryClient()
  const { data, isFetching } = useQuery(sessionQuery())
  const isPending =
    isFetching && (data === undefined || client.getQueryState(accountsKeys.session)?.isInvalidated === true)
  const [isUnsure, setUnsure] = useState(false)
  useEffect(() => {
    if (!isPending) return setUnsure(false)
    const timer = setTimeout(() => setUnsure(true), UNSURE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isPending])
  return isPending && isUnsure
}

/**
 * Guards an action that only members may take. The sign-in dialog tells a visitor the sentence (C12, decision 0027);
 * `onceSignedIn` then continues the action.
 */
export function useMembersOnly(): (sentence: string, then: () => void, onceSignedIn?: () => void) => void {
  const client = useQueryClient()
  return (sentence, then, onceSignedIn = () => {}) => {
    // Read at the press: a page has a hundred such buttons, and an observer for each would be a long task.
    if (viewerIn(client)) return then()
    requestSignIn({ description: sentence, onSuccess: onceSignedIn })
  }
}
