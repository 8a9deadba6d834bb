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
import type { AccessToken } from '../tokens.contract.ts'
import { API_DOCS, MOST_TOKENS, TOKEN_TEXTS } from '../tokens.rules.ts'
import { tokensQuery } from './tokens.api.ts'

const NewTokenDialog = lazy(() => import('./token-dialogs.tsx').then((module) => ({ default: module.NewTokenDialog })))
const RevokeDialog = lazy(() => import('./token-dialogs.tsx').then((module) => ({ default: module.RevokeDialog })))

/** The member's access tokens for the public API: lists, creates and revokes them. */
export function SettingsTokens() {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(tokensQuery())
  const tokens = data?.filter(({ app }) => app === null)
  // Each dialog has a key of its own: the next one may open while the last one is closing.
  const { asked, ask, close } = useAsked<AccessToken | 'new'>()
  if (isError) return <ErrorState text={TOKEN_TEXTS.failed} onRetry={() => void refetch()} level={2} />
  if (!tokens) return null
  const changed = () => client.invalidateQueries({ queryKey: tokensQuery().queryKey })
  return (
    <SettingsPart title="API tokens" text={TOKEN_TEXTS.lead}>
      {tokens.length > 0 ? (
        <ul className="panel gap-0 p-0" aria-label="API tokens">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => ask(token)} />
          ))}
        </ul>
      ) : (
        <p className="text-14 text-text-2">{TOKEN_TEXTS.none}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {tokens.length < MOST_TOKENS && (
          <Button icon="plus" onClick={() => ask('new')}>
            New token
          </Button>
        )}
        <ButtonLink kind="quiet" href={API_DOCS}>
          About the API
        </ButtonLink>
      </div>
      {asked && (
        <Suspense>
          {asked.for === 'new' ? (
            <NewTokenDialog key={asked.turn} onClose={close} onChanged={changed} />
          ) : (
            <RevokeDialog key={asked.turn} token={asked.for} onClose={close} onChanged={changed} />
          )}
        </Suspense>
      )}
    </SettingsPart>
  )
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const now = useNow()
  const { name, scopes, expires_at, last_used_at } = token
  const isExpired = expires_at !== null && new Date(expires_at) <= now
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
      <span className="text-text-2">
        <Icon name="key" size={20} />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-15 font-semibold break-words">{name}</p>
        <p className="text-13 text-text-2">{scopes.map((scope) => SCOPE_LABELS[scope]).join(' · ')}</p>
        <p className="text-13 text-text-2">
          {expires_at === null
            ? 'Does not expire'
            : `${isExpired ? 'Expired' : 'Expires'} ${shortDate(new Date(expires_at))}`}
          {' · '}
          {last_used_at === null ? 'never used' : `last used ${inSentence(feedTime(new Date(last_used_at), now))}`}
        </p>
      </div>
      <IconButton icon="trash" label={`Revoke ${name}`} onClick={onRevoke} />
    </li>
  )
}
