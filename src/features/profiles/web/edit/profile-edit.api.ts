import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { PROFILE_QUERY_STALE_MS } from '#features/accounts/session.rules.ts'
import { accountsKeys, type SessionAnswer } from '#features/accounts/web/accounts.api.ts'
import { type BodyOf, call } from '#web/call.ts'
import type { OwnProfileRecord } from '../../profile-edit.contract.ts'
import { editProfile, getOwnProfile } from '../../profile-edit.endpoints.ts'

const OWN = ['profiles', 'own'] as const
/** The first segments of query keys whose data contain no names, or have just been updated. */
const NAMELESS = ['accounts', 'catalogue', 'home', 'library', 'profiles']

/** Reads the own profile with email and settings. */
export const ownProfileQuery = () =>
  queryOptions({
    queryKey: OWN,
    queryFn: async ({ client, signal }) => (await call(getOwnProfile, {}, { client, signal })).profile,
    staleTime: PROFILE_QUERY_STALE_MS,
  })

export type SettingsDraft = NonNullable<BodyOf<typeof editProfile>['settings']>

/**
 * Changes settings optimistically. Requests run one after the other, so that the last choice is stored; then the
 * server's state is shown.
 */
export const settingsMutation = () => {
  const mutationKey = [...OWN, 'settings']
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (settings: SettingsDraft, { client }) => sendProfile(client, { settings }),
    onMutate: async (change, { client }) => {
      const { queryKey } = ownProfileQuery()
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (known) => known && { ...known, settings: changed(known.settings, change) })
    },
    onSuccess: (profile, change, _onMutateResult, { client }) => {
      // The new setting folds other texts.
      if (change.spoilers !== undefined) refetchLists(client)
      // Later choices are still pending.
      if (client.isMutating({ mutationKey }) === 1) updateProfileCache(client, profile)
    },
    onError: (_error, _change, _onMutateResult, { client }) => client.invalidateQueries({ queryKey: OWN }),
  })
}

function changed(settings: OwnProfileRecord['settings'], { sections, ...others }: SettingsDraft) {
  const parts = Object.entries({ ...settings.sections, ...sections }).filter(([, who]) => who !== null)
  return { ...settings, ...others, sections: Object.fromEntries(parts) } as OwnProfileRecord['settings']
}

/** Saves the named fields of the own profile, and updates all cached data. Throws CallError. */
export async function saveProfile(client: QueryClient, draft: BodyOf<typeof editProfile>): Promise<OwnProfileRecord> {
  const profile = await sendProfile(client, draft)
  updateProfileCache(client, profile)
  return profile
}

/** Stores the browser's time zone. Nothing waits for it: without it, days are in UTC. */
export function saveBrowserTimeZone(client: QueryClient): void {
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions()
  saveProfile(client, { settings: { timezone } }).catch(() => {})
}

const sendProfile = async (client: QueryClient, draft: BodyOf<typeof editProfile>) =>
  (await call(editProfile, { params: { handle: 'me' }, body: draft }, { client })).profile

/** Updates the cached data that show the profile. */
function updateProfileCache(client: QueryClient, profile: OwnProfileRecord): void {
  client.setQueryData(OWN, profile)
  const { username, display_name, avatar_url, settings } = profile
  const before = client.getQueryData<SessionAnswer>(accountsKeys.session)?.user
  client.setQueryData<SessionAnswer>(accountsKeys.session, (session) =>
    session?.user
      ? { ...session, user: { ...session.user, username, display_name, avatar_url, onboarded: settings.onboarded } }
      : session,
  )
  const isSeenSo =
    before?.username === username && before?.display_name === display_name && before?.avatar_url === avatar_url
  if (!isSeenSo) refetchLists(client)
}

/**
 * Invalidates the lists that contain names, avatars and texts of members: active ones are fetched again at once, the
 * others when they are shown.
 */
function refetchLists(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => !NAMELESS.includes(String(queryKey[0])) })
}

/** Updates the cached data after a change of the avatar alone. */
export function updateAvatarCache(client: QueryClient, avatar_url: string | null): void {
  const profile = client.getQueryData(ownProfileQuery().queryKey)
  if (profile) updateProfileCache(client, { ...profile, avatar_url })
}
