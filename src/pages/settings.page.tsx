import { replace, useParams } from 'react-router'
import { providersQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { passkeysQuery, secondFactorQuery, sessionsQuery, waysQuery } from '#features/accounts/web/settings.api.ts'
import { SettingsAccount } from '#features/accounts/web/settings-account.tsx'
import { useSettingsArrival } from '#features/accounts/web/settings-arrival.ts'
import { SettingsData } from '#features/accounts/web/settings-data.tsx'
import { SettingsSecurity } from '#features/accounts/web/settings-security.tsx'
import { preferencesQuery } from '#features/preferences/web/preferences.api.ts'
import { SettingsPreferences } from '#features/preferences/web/settings-preferences.tsx'
import { ownProfileQuery } from '#features/profiles/web/edit/profile-edit.api.ts'
import { SettingsPrivacy } from '#features/profiles/web/edit/settings-privacy.tsx'
import { SettingsProfile } from '#features/profiles/web/edit/settings-profile.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { Tabs } from '#web/ui/tabs.tsx'

/** The tabs of G08 that are there; the others come with what they set. */
const TABS = [
  { tab: 'account', label: 'Account' },
  { tab: 'profile', label: 'Profile' },
  { tab: 'privacy', label: 'Privacy' },
  { tab: 'security', label: 'Sessions & security' },
  { tab: 'preferences', label: 'Preferences' },
  { tab: 'data', label: 'Data' },
] as const

export async function load({ client, params, url }: LoadContext) {
  const { tab } = params
  if (tab === undefined) throw replace(`/settings/account${url.search}`)
  if (!TABS.some((known) => known.tab === tab)) throw new Response(null, { status: 404 })
  // What fails is shown in its place.
  if (tab === 'account') await Promise.all([client.prefetchQuery(waysQuery()), client.prefetchQuery(providersQuery())])
  if (tab === 'security')
    await Promise.all([
      client.prefetchQuery(sessionsQuery()),
      client.prefetchQuery(waysQuery()),
      client.prefetchQuery(secondFactorQuery()),
      client.prefetchQuery(passkeysQuery()),
    ])
  if (tab === 'preferences') await client.prefetchQuery(preferencesQuery())
  if (tab === 'data') await client.prefetchQuery(waysQuery())
  if (tab === 'profile' || tab === 'privacy') await client.prefetchQuery(ownProfileQuery())
}

export function Page() {
  const { tab } = useParams()
  const viewer = useViewer()
  useSettingsArrival()
  const current = TABS.find((known) => known.tab === tab) ?? TABS[0]
  // The address is for members; a visitor was sent to the sign-in by the router.
  if (!viewer) return null
  return (
    <div className="page pb-12">
      <Head
        title={`${current.label} · Settings`}
        description="Your account and its security."
        path={`/settings/${current.tab}`}
        isIndexed={false}
      />
      <h1 className="title pt-8 pb-4 text-28 md:pt-12 md:text-40">Settings</h1>
      <Tabs
        label="Settings"
        items={TABS.map((known) => ({
          href: `/settings/${known.tab}`,
          label: known.label,
          current: known === current,
        }))}
        className="mb-6"
      />
      <div>
        {current.tab === 'account' && <SettingsAccount />}
        {current.tab === 'security' && <SettingsSecurity />}
        {current.tab === 'data' && <SettingsData />}
        {current.tab === 'preferences' && <SettingsPreferences />}
        {current.tab === 'profile' && <SettingsProfile />}
        {current.tab === 'privacy' && <SettingsPrivacy />}
      </div>
    </div>
  )
}
