import { type QueryClient, useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { UserId } from '#shared/ids.ts'
import type { Profile } from '../profiles.contract.ts'
import { profileQuery } from './profiles.api.ts'

/** What the owner sees of a profile: every part, and not as somebody else. */
export const EVERY_PART = {
  seenAs: null,
  viewerSees: { library: true, activity: true, friends: true, badges: true },
} satisfies Partial<Profile>

/**
 * Loads the viewer's own profile for a page's `load`, and at the same time what `loadTab` loads for one of its tabs. The page
 * shows a failure.
 */
export async function loadOwnProfile(
  client: QueryClient,
  loadTab?: (id: UserId, profile: Promise<Profile | null>) => Promise<unknown>,
): Promise<void> {
  const { user } = await client.ensureQueryData(sessionQuery())
  if (!user) return
  const profile = loadProfile(client, user.id)
  await Promise.all([profile, loadTab?.(user.id, profile)])
}

async function loadProfile(client: QueryClient, id: UserId): Promise<Profile | null> {
  const query = profileQuery(id)
  await client.prefetchQuery(query)
  const shown = client.getQueryData(query.queryKey)
  return shown?.kind === 'open' ? shown.profile : null
}

/** Returns the same in the page: the profile, or whether it is still loading, or a retry. */
export function useOwnProfile(): { profile: Profile | null; hasFailed: boolean; retry: () => void } {
  const viewer = useViewer()
  const asked = useQuery({ ...profileQuery(viewer?.id ?? ''), enabled: viewer !== null, retryOnMount: false })
  return {
    profile: asked.data?.kind === 'open' ? asked.data.profile : null,
    hasFailed: asked.isError && !asked.isFetching,
    retry: () => void asked.refetch(),
  }
}
