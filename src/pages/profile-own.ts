import { type QueryClient, useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { profileQuery } from '#features/profiles/web/profiles.api.ts'

/** Loads the viewer's own profile for a page's `load`; null if that fails; the page itself then shows the error. */
export async function loadOwnProfile(client: QueryClient): Promise<Profile | null> {
  const { user } = await client.ensureQueryData(sessionQuery())
  if (!user) return null
  const query = profileQuery(user.id)
  await client.prefetchQuery(query)
  const shown = client.getQueryData(query.queryKey)
  if (shown?.kind !== 'open') return null
  return shown.profile
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
