import { useQuery, useQueryClient } from '@tanstack/react-query'
import { shortDate } from '#shared/dates.ts'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { SCOPE_LABELS } from '#shared/token-scopes.texts.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useNow } from '#web/use-env.ts'
import type { AccessToken } from '../tokens.contract.ts'
import { MAX_TOKENS } from '../tokens.rules.ts'
import { TOKEN_TEXTS } from '../tokens.texts.ts'
import { SettingsList } from './settings-list.tsx'
import { tokensQuery } from './tokens.api.ts'

const NewTokenDialog = lazyLoaded(() => import('./token-dialogs.tsx'), 'NewTokenDialog')
const RevokeDialog = lazyLoaded(() => import('./token-dialogs.tsx'), 'RevokeDialog')

/** The member's access tokens for the public API: lists, creates and revokes them. */
export function SettingsTokens() {
  const client = useQueryClient()
  const list = useQuery(tokensQuery())
  const changed = () => client.invalidateQueries({ queryKey: tokensQuery().queryKey })
  return (
    <SettingsList<AccessToken, AccessToken | 'new'>
      title="API tokens"
      texts={TOKEN_TEXTS}
      list={{ ...list, data: list.data?.filter(({ app }) => app === null) }}
      row={(token, ask) => <TokenRow token={token} onRevoke={() => ask(token)} />}
      add={{ label: 'New token', most: MAX_TOKENS, asked: 'new' }}
      hasDocs
      dialog={(asked, onClose) =>
        asked === 'new' ? (
          <NewTokenDialog onClose={onClose} onChanged={changed} />
        ) : (
          <RevokeDialog token={asked} onClose={onClose} onChanged={changed} />
        )
      }
    />
  )
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const now = useNow()
  const { name, scopes, expires_at } = token
  const isExpired = expires_at !== null && new Date(expires_at) <= now
  return (
    <>
      <span className="self-center text-text-2">
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
          {lastUseText(token, now)}
        </p>
      </div>
      <IconButton className="self-center" icon="trash" label={`Revoke ${name}`} onClick={onRevoke} />
    </>
  )
}

/** Says when a token was last used, within a line. */
export const lastUseText = ({ last_used_at }: AccessToken, now: Date): string =>
  last_used_at === null ? 'never used' : `last used ${inSentence(feedTime(new Date(last_used_at), now))}`
