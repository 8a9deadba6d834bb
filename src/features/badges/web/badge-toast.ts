import type { QueryClient } from '@tanstack/react-query'
import { openDialog, watchDialogs } from '#web/ui/open-dialog.ts'
import { toast, toastStore } from '#web/ui/toasts.ts'
import { earnedSentence } from '../badges.texts.ts'
import { badgeKeys, badgesQuery } from './badges.api.ts'

/** The badges that this page has shown. */
const shown = new Set<string>()

/** Refreshes the badges of the page after the member has earned one, and shows the new ones once (G14). */
export async function showNewBadges(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: badgeKeys.all, refetchType: 'none' })
  const badges = await client.fetchQuery({ ...badgesQuery(), staleTime: 0 }).catch(() => [])
  void client.invalidateQueries({ queryKey: badgeKeys.all, predicate: ({ queryKey }) => queryKey[1] !== 'catalogue' })
  const fresh = badges.filter(({ id, isNew }) => isNew && !shown.has(id))
  if (fresh.length === 0) return
  for (const { id } of fresh) shown.add(id)
  while (!isFree()) await nextChange()
  toast({
    title: earnedSentence(fresh.map(({ name }) => name)),
    action: { label: 'Show', href: '/profile/badges' },
  })
}

/**
 * A toast with Undo comes first. Over a dialog the toast would cover words, and its link would leave what the member
 * writes there.
 */
const isFree = () => toastStore.get() === null && openDialog() === null

/** Resolves when a toast comes or goes, or a dialog opens or closes. */
function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      unsubscribe()
      stopWatching()
      resolve()
    }
    const unsubscribe = toastStore.subscribe(done)
    const stopWatching = watchDialogs(done)
  })
}
