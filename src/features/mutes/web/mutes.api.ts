import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { MUTE_TEXTS, MUTED_LIST_TEXTS } from '../mute-dialog.texts.ts'
import type { Mute } from '../mutes.contract.ts'
import { createMute, deleteMute, getMemberMutes, listMutes, putMemberKinds } from '../mutes.endpoints.ts'
import type { FeedKind, MuteSpan, MuteTarget } from '../mutes.rules.ts'

const muteKeys = {
  list: ['mutes', 'list'] as const,
  ofMember: (userId: UserId) => ['mutes', 'member', userId] as const,
}

/** Reads what the viewer has muted, newest first. */
export const mutesQuery = () =>
  infiniteQueryOptions({
    queryKey: muteKeys.list,
    queryFn: ({ client, signal, pageParam }) => call(listMutes, { query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
  })

/** Reads what the viewer has muted of one member. */
export const memberMutesQuery = (userId: UserId) =>
  queryOptions({
    queryKey: muteKeys.ofMember(userId),
    queryFn: ({ client, signal }) => call(getMemberMutes, { params: { userId } }, { client, signal }),
  })

/** Any cached list may contain what is muted, or lack what is no longer. */
const refresh = (client: QueryClient): Promise<void> => client.invalidateQueries()

/** Mutes something, and offers to undo it. Returns false, and says why, if that failed. */
export async function muteTarget(
  client: QueryClient,
  target: MuteTarget,
  until: MuteSpan,
  label: string,
): Promise<boolean> {
  try {
    const { id } = await call(createMute, { body: { ...target, until } }, { client })
    toast({ title: MUTE_TEXTS.done(label), undo: () => void endMute(client, id) })
    await refresh(client)
    return true
  } catch (error) {
    showFailure(MUTE_TEXTS.notMuted, error)
    return false
  }
}

async function endMute(client: QueryClient, muteId: string): Promise<boolean> {
  try {
    await call(deleteMute, { params: { muteId } }, { client })
    await refresh(client)
    return true
  } catch (error) {
    showFailure(MUTED_LIST_TEXTS.stillMuted, error)
    return false
  }
}

/** Ends a mute, and offers to undo that with the end that it had; not if what it names is gone. */
export async function unmute(client: QueryClient, mute: Mute, target: MuteTarget | null, label: string): Promise<void> {
  if (!(await endMute(client, mute.id))) return
  const title = MUTED_LIST_TEXTS.unmuted(label)
  if (!target) return toast({ title })
  const again = async () => {
    try {
      await call(createMute, { body: { ...target, until: mute.ends_at ?? 'ever' } }, { client })
      await refresh(client)
    } catch (error) {
      showFailure(MUTE_TEXTS.notMuted, error)
    }
  }
  toast({ title, undo: () => void again() })
}

/** Sets which kinds of a member's activities the feed leaves out. */
export async function setMemberKinds(client: QueryClient, userId: UserId, kinds: readonly FeedKind[]): Promise<void> {
  const body = { kinds: [...kinds] }
  const muted = await call(putMemberKinds, { params: { userId }, body }, { client })
  client.setQueryData(memberMutesQuery(userId).queryKey, muted)
  await refresh(client)
}
