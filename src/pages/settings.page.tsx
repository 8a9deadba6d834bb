import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { redirect, useParams } from 'react-router'
import { SETTINGS_ABOUT } from '#features/accounts/settings.texts.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { providersQuery } from '#features/accounts/web/providers.api.ts'
import {
  passkeysQuery,
  secondFactorQuery,
  sessionsQuery,
  signInMethodsQuery,
} from '#features/accounts/web/settings.api.ts'
import { SettingsAccount } from '#features/accounts/web/settings-account.tsx'
import { SettingsData } from '#features/accounts/web/settings-data.tsx'
import { useSettingsRedirectToast } from '#features/accounts/web/settings-redirect-toast.ts'
import { SettingsSecurity } from '#features/accounts/web/settings-security.tsx'
import { BLOCK_TEXTS } from '#features/blocks/blocks.texts.ts'
import { blocksQuery } from '#features/blocks/web/blocks.api.ts'
import { BlockedMembers } from '#features/blocks/web/blocks.widgets.tsx'
import { ExportPart } from '#features/exports/web/export-part.tsx'
import { exportsQuery } from '#features/exports/web/exports.api.ts'
import { ImportHome } from '#features/imports/web/import-home.tsx'
import { importsQuery } from '#features/imports/web/imports.api.ts'
import { MUTED_LIST_TEXTS } from '#features/mutes/mute-dialog.texts.ts'
import { MutedList } from '#features/mutes/web/muted-list.tsx'
import { mutesQuery } from '#features/mutes/web/mutes.api.ts'
import { channelsQuery } from '#features/notifications/web/channels/channels.api.ts'
import { switchesQuery } from '#features/notifications/web/notifications.api.ts'
import { deliveryQuery } from '#features/notifications/web/push/delivery.api.ts'
import { SettingsNotifications } from '#features/notifications/web/settings-notifications.tsx'
import { preferencesQuery } from '#features/preferences/web/preferences.api.ts'
import { SettingsPreferences } from '#features/preferences/web/settings-preferences.tsx'
import { ownProfileQuery } from '#features/profiles/web/edit/profile-edit.api.ts'
import { SettingsPrivacy } from '#features/profiles/web/edit/settings-privacy.tsx'
import { SettingsProfile } from '#features/profiles/web/edit/settings-profile.tsx'
import { SettingsTimeZone } from '#features/profiles/web/edit/settings-time-zone.tsx'
import { appsQuery } from '#features/public-api/web/apps.api.ts'
import { SettingsApps } from '#features/public-api/web/settings-apps.tsx'
import { SettingsTokens } from '#features/public-api/web/settings-tokens.tsx'
import { SettingsWebhooks } from '#features/public-api/web/settings-webhooks.tsx'
import { tokensQuery } from '#features/public-api/web/tokens.api.ts'
import { webhooksQuery } from '#features/public-api/web/webhooks.api.ts'
import { ownInvitationsQuery, registrationQuery } from '#features/registration/web/registration.api.ts'
import { SettingsInvitations } from '#features/registration/web/settings-invitations.tsx'
import { calendarLinkQuery } from '#features/releases/web/releases.api.ts'
import { CalendarLink } from '#features/releases/web/releases.widgets.tsx'
import { prefetchSteam } from '#features/steam/web/steam.api.ts'
import { SteamPart } from '#features/steam/web/steam-part.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** The existing tabs of G08. */
const TABS = [
  {
    tab: 'account',
    label: 'Account',
    part: <SettingsAccount />,
    fetch: (client) => [client.prefetchQuery(signInMethodsQuery()), client.prefetchQuery(providersQuery())],
  },
  {
    tab: 'profile',
    label: 'Profile',
    part: <SettingsProfile />,
    fetch: (client) => [client.prefetchQuery(ownProfileQuery())],
  },
  {
    tab: 'privacy',
    label: 'Privacy',
    part: <Privacy />,
    fetch: (client) => [
      client.prefetchQuery(ownProfileQuery()),
      client.prefetchInfiniteQuery(mutesQuery()),
      client.prefetchInfiniteQuery(blocksQuery()),
    ],
  },
  {
    tab: 'preferences',
    label: 'Preferences',
    part: <Preferences />,
    fetch: (client) => [client.prefetchQuery(preferencesQuery()), client.prefetchQuery(ownProfileQuery())],
  },
  {
    tab: 'notifications',
    label: 'Notifications',
    part: <SettingsNotifications />,
    fetch: (client) => [
      client.prefetchQuery(switchesQuery()),
      client.prefetchQuery(deliveryQuery()),
      client.prefetchQuery(channelsQuery()),
    ],
  },
  {
    tab: 'security',
    label: 'Sessions & security',
    part: <SettingsSecurity />,
    fetch: (client) => [
      client.prefetchQuery(sessionsQuery()),
      client.prefetchQuery(signInMethodsQuery()),
      client.prefetchQuery(secondFactorQuery()),
      client.prefetchQuery(passkeysQuery()),
    ],
  },
  {
    tab: 'tokens',
    label: 'API',
    part: (
      <>
        <SettingsTokens />
        <SettingsWebhooks />
      </>
    ),
    fetch: (client) => [client.prefetchQuery(tokensQuery()), client.prefetchQuery(webhooksQuery())],
  },
  {
    tab: 'apps',
    label: 'Apps',
    part: <SettingsApps />,
    fetch: (client) => [client.prefetchQuery(tokensQuery()), client.prefetchQuery(appsQuery())],
  },
  {
    tab: 'invitations',
    label: 'Invitations',
    part: <SettingsInvitations />,
    fetch: (client) => [client.prefetchQuery(ownInvitationsQuery())],
  },
  {
    tab: 'import',
    label: 'Import',
    part: (
      <ImportHome>
        <SteamPart />
      </ImportHome>
    ),
    fetch: (client) => [client.prefetchQuery(importsQuery()), prefetchSteam(client)],
  },
  {
    tab: 'data',
    label: 'Data',
    part: (
      <SettingsData>
        <ExportPart />
        <CalendarLink />
      </SettingsData>
    ),
    fetch: (client) => [
      client.prefetchQuery(signInMethodsQuery()),
      client.prefetchQuery(exportsQuery()),
      client.prefetchQuery(calendarLinkQuery()),
    ],
  },
] as const satisfies readonly Tab[]

interface Tab {
  tab: string
  label: string
  part: ReactNode
  /** The queries of the tab; a failure is shown in the page. */
  fetch: (client: QueryClient) => Promise<unknown>[]
}

export async function load({ client, params, url }: LoadContext) {
  const { tab } = params
  if (tab === undefined) throw redirect(`/settings/account${url.search}`)
  const known = TABS.find((each) => each.tab === tab)
  if (!known) throw new Response(null, { status: 404 })
  await Promise.all([client.prefetchQuery(registrationQuery()), ...known.fetch(client)])
}

function Preferences() {
  return (
    <SettingsPreferences>
      <SettingsTimeZone />
    </SettingsPreferences>
  )
}

function Privacy() {
  return (
    <>
      <SettingsPrivacy />
      <SettingsPart title={MUTED_LIST_TEXTS.title} text={MUTED_LIST_TEXTS.about} anchor="muted">
        <MutedList />
      </SettingsPart>
      <SettingsPart title="Blocked members" text={BLOCK_TEXTS.about}>
        <BlockedMembers />
      </SettingsPart>
    </>
  )
}

export function Page() {
  const { tab } = useParams()
  const viewer = useViewer()
  useSettingsRedirectToast()
  const { data: registration } = useQuery(registrationQuery())
  const current = TABS.find((known) => known.tab === tab) ?? TABS[0]
  // The page is for members; the router has redirected visitors to the sign-in.
  if (!viewer) return null
  return (
    <div className="page pb-12">
      <Head
        title={`${current.label} · Settings`}
        description={SETTINGS_ABOUT}
        path={`/settings/${current.tab}`}
        isIndexed={false}
      />
      <h1 className="title pt-(--page-top) pb-4 text-40">Settings</h1>
      <Tabs
        label="Settings"
        items={TABS.filter(
          ({ tab }) =>
            tab !== 'invitations' || tab === current.tab || viewer.role === 'admin' || registration?.members_invite,
        ).map((known) => ({
          href: `/settings/${known.tab}`,
          label: known.label,
          current: known === current,
        }))}
        className="mb-6"
      />
      <div>{current.part}</div>
    </div>
  )
}
