import { replace, useParams } from 'react-router'
import { providersQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { sessionsQuery, waysQuery } from '#features/accounts/web/settings.api.ts'
import { SettingsAccount } from '#features/accounts/web/settings-account.tsx'
import { useSettingsArrival } from '#features/accounts/web/settings-arrival.ts'
import { SettingsSecurity } from '#features/accounts/web/settings-security.tsx'
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
] as const

export async function load({ client, params, url }: LoadContext) {
  const { tab } = params
  if (tab === undefined) throw replace(`/settings/account${url.search}`)
  if (!TABS.some((known) => known.tab === tab)) throw new Response(null, { status: 404 })
  // What fails is shown in its place.
  await Promise.all(
    tab === 'security'
      ? [client.prefetchQuery(sessionsQuery())]
      : tab === 'profile' || tab === 'privacy'
        ? [client.prefetchQuery(ownProfileQuery())]
        : [client.prefetchQuery(waysQuery()), client.prefetchQuery(providersQuery())],
  )
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
        {current.tab === 'profile' && <SettingsProfile />}
        {current.tab === 'privacy' && <SettingsPrivacy />}
        {current.tab === 'security' && <SettingsSecurity />}
      </div>
    </div>
  )
}
