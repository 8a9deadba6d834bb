import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { shortDate } from '#shared/dates.ts'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { SCOPE_LABELS } from '#shared/token-scopes.ts'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { useAsked } from '#web/use-asked.ts'
import { useNow } from '#web/use-env.ts'
import type { OwnApp } from '../apps.contract.ts'
import { APP_KIND_TEXTS, MOST_APPS, OWN_APP_TEXTS } from '../apps.rules.ts'
import type { AccessToken } from '../tokens.contract.ts'
import { API_DOCS } from '../tokens.rules.ts'
import { appsQuery } from './apps.api.ts'
import { tokensQuery } from './tokens.api.ts'

const NewAppDialog = lazy(() => import('./app-dialogs.tsx').then((module) => ({ default: module.NewAppDialog })))
const DeleteAppDialog = lazy(() => import('./app-dialogs.tsx').then((module) => ({ default: module.DeleteAppDialog })))
const RevokeDialog = lazy(() => import('./token-dialogs.tsx').then((module) => ({ default: module.RevokeDialog })))

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
  const { data: tokens, isError, refetch } = useQuery(tokensQuery())
  const { asked, ask, close } = useAsked<AccessToken>()
  if (isError) return <ErrorState text={OWN_APP_TEXTS.failed} onRetry={() => void refetch()} level={2} />
  if (!tokens) return null
  const apps = tokens.filter(({ app }) => app !== null)
  return (
    <SettingsPart title="Apps with access" text={OWN_APP_TEXTS.accessLead}>
      {apps.length > 0 ? (
        <ul className="panel gap-0 p-0" aria-label="Apps with access">
          {apps.map((access) => (
            <AccessRow key={access.id} access={access} onRevoke={() => ask(access)} />
          ))}
        </ul>
      ) : (
        <p className="text-14 text-text-2">{OWN_APP_TEXTS.noneWithAccess}</p>
      )}
      {asked && (
        <Suspense>
          <RevokeDialog
            key={asked.turn}
            token={asked.for}
            onClose={close}
            onChanged={() => client.invalidateQueries({ queryKey: tokensQuery().queryKey })}
          />
        </Suspense>
      )}
    </SettingsPart>
  )
}

function AccessRow({ access, onRevoke }: { access: AccessToken; onRevoke: () => void }) {
  const now = useNow()
  const { name, scopes, created_at, last_used_at, app } = access
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
      <span className="text-text-2">
        <Icon name="device" size={20} />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-15 font-semibold break-words">{name}</p>
        {app?.made_by && <p className="text-13 text-text-2">Made by @{app.made_by}</p>}
        <p className="text-13 text-text-2">{scopes.map((scope) => SCOPE_LABELS[scope]).join(' · ')}</p>
        <p className="text-13 text-text-2">
          Access since {shortDate(new Date(created_at))}
          {' · '}
          {last_used_at === null ? 'never used' : `last used ${inSentence(feedTime(new Date(last_used_at), now))}`}
        </p>
      </div>
      <IconButton icon="trash" label={`Revoke ${name}`} onClick={onRevoke} />
    </li>
  )
}

function OwnApps() {
  const client = useQueryClient()
  const { data: apps, isError, refetch } = useQuery(appsQuery())
  const { asked, ask, close } = useAsked<OwnApp | 'new'>()
  if (isError) return <ErrorState text={OWN_APP_TEXTS.failed} onRetry={() => void refetch()} level={2} />
  if (!apps) return null
  const onChanged = () => client.invalidateQueries({ queryKey: appsQuery().queryKey })
  return (
    <SettingsPart title="Your apps" text={OWN_APP_TEXTS.lead}>
      {apps.length > 0 ? (
        <ul className="panel gap-0 p-0" aria-label="Your apps">
          {apps.map((app) => (
            <OwnAppRow key={app.id} app={app} onDelete={() => ask(app)} />
          ))}
        </ul>
      ) : (
        <p className="text-14 text-text-2">{OWN_APP_TEXTS.none}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {apps.length < MOST_APPS && (
          <Button icon="plus" onClick={() => ask('new')}>
            Register an app
          </Button>
        )}
        <ButtonLink kind="quiet" href={API_DOCS}>
          About the API
        </ButtonLink>
      </div>
      {asked && (
        <Suspense>
          {asked.for === 'new' ? (
            <NewAppDialog key={asked.turn} onClose={close} onChanged={onChanged} />
          ) : (
            <DeleteAppDialog key={asked.turn} app={asked.for} onClose={close} onChanged={onChanged} />
          )}
        </Suspense>
      )}
    </SettingsPart>
  )
}

function OwnAppRow({ app, onDelete }: { app: OwnApp; onDelete: () => void }) {
  const { name, client_id, kind, redirect_uris } = app
  return (
    <li className="flex items-start gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-15 font-semibold break-words">{name}</p>
        <p className="text-13 break-all text-text-2">
          Client id <code>{client_id}</code>
        </p>
        <p className="text-13 text-text-2">{APP_KIND_TEXTS[kind].label}</p>
        <p className="text-13 break-all text-text-2">{redirect_uris.join(' · ')}</p>
      </div>
      <IconButton icon="trash" label={`Delete ${name}`} onClick={onDelete} />
    </li>
  )
}
