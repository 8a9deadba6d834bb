import { useQuery, useQueryClient } from '@tanstack/react-query'
import { shortDate } from '#shared/dates.ts'
import { SCOPE_LABELS } from '#shared/token-scopes.texts.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useNow } from '#web/use-env.ts'
import type { OwnApp } from '../apps.contract.ts'
import { MAX_APPS } from '../apps.rules.ts'
import { APP_KIND_TEXTS, OWN_APP_TEXTS } from '../apps.texts.ts'
import type { AccessToken } from '../tokens.contract.ts'
import { appsQuery } from './apps.api.ts'
import { SettingsList } from './settings-list.tsx'
import { lastUseText } from './settings-tokens.tsx'
import { tokensQuery } from './tokens.api.ts'

const NewAppDialog = lazyLoaded(() => import('./app-dialogs.tsx'), 'NewAppDialog')
const ChangeAppDialog = lazyLoaded(() => import('./app-dialogs.tsx'), 'ChangeAppDialog')
const DeleteAppDialog = lazyLoaded(() => import('./app-dialogs.tsx'), 'DeleteAppDialog')
const RevokeDialog = lazyLoaded(() => import('./token-dialogs.tsx'), 'RevokeDialog')

/** The apps of others that the member has given access, and the apps that the member has registered. */
export function SettingsApps() {
  return (
    <>
      <AppsWithAccess />
      <OwnApps />
    </>
  )
}

function AppsWithAccess() {
  const client = useQueryClient()
  const list = useQuery(tokensQuery())
  return (
    <SettingsList<AccessToken, AccessToken>
      title="Apps with access"
      texts={{ ...OWN_APP_TEXTS, lead: OWN_APP_TEXTS.accessLead, none: OWN_APP_TEXTS.noneWithAccess }}
      list={{ ...list, data: list.data?.filter(({ app }) => app !== null) }}
      row={(access, ask) => <AccessRow access={access} onRevoke={() => ask(access)} />}
      dialog={(access, onClose) => (
        <RevokeDialog
          token={access}
          onClose={onClose}
          onChanged={() => client.invalidateQueries({ queryKey: tokensQuery().queryKey })}
        />
      )}
    />
  )
}

function AccessRow({ access, onRevoke }: { access: AccessToken; onRevoke: () => void }) {
  const now = useNow()
  const { name, scopes, created_at, app } = access
  return (
    <>
      <span className="self-center text-text-2">
        <Icon name="device" size={20} />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-15 font-semibold break-words">{name}</p>
        {app?.allowed_as && <p className="text-13 break-words text-text-2">You allowed it as “{app.allowed_as}”</p>}
        {app?.made_by && <p className="text-13 text-text-2">Made by @{app.made_by}</p>}
        <p className="text-13 text-text-2">{scopes.map((scope) => SCOPE_LABELS[scope]).join(' · ')}</p>
        <p className="text-13 text-text-2">
          Access since {shortDate(new Date(created_at))}
          {' · '}
          {lastUseText(access, now)}
        </p>
      </div>
      <IconButton className="self-center" icon="trash" label={`Revoke ${name}`} onClick={onRevoke} />
    </>
  )
}

type Asked = 'new' | { change: OwnApp } | { remove: OwnApp }

function OwnApps() {
  const client = useQueryClient()
  const list = useQuery(appsQuery())
  const onChanged = async () => {
    await client.invalidateQueries({ queryKey: appsQuery().queryKey })
    // The member may have given an own app access.
    await client.invalidateQueries({ queryKey: tokensQuery().queryKey })
  }
  return (
    <SettingsList<OwnApp, Asked>
      title="Your apps"
      texts={OWN_APP_TEXTS}
      list={list}
      row={(app, ask) => (
        <OwnAppRow app={app} onChange={() => ask({ change: app })} onDelete={() => ask({ remove: app })} />
      )}
      add={{ label: 'Register an app', most: MAX_APPS, asked: 'new' }}
      hasDocs
      dialog={(asked, onClose) =>
        asked === 'new' ? (
          <NewAppDialog onClose={onClose} onChanged={onChanged} />
        ) : 'change' in asked ? (
          <ChangeAppDialog app={asked.change} onClose={onClose} onChanged={onChanged} />
        ) : (
          <DeleteAppDialog app={asked.remove} onClose={onClose} onChanged={onChanged} />
        )
      }
    />
  )
}

function OwnAppRow({ app, onChange, onDelete }: { app: OwnApp; onChange: () => void; onDelete: () => void }) {
  const { name, client_id, kind, redirect_uris } = app
  return (
    <>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-15 font-semibold break-words">{name}</p>
        <p className="text-13 break-all text-text-2">
          Client id <code>{client_id}</code>
        </p>
        <p className="text-13 text-text-2">{APP_KIND_TEXTS[kind].label}</p>
        <p className="text-13 break-all text-text-2">{redirect_uris.join(' · ')}</p>
      </div>
      <IconButton icon="pen" label={`Edit ${name}`} onClick={onChange} />
      <IconButton icon="trash" label={`Delete ${name}`} onClick={onDelete} />
    </>
  )
}
