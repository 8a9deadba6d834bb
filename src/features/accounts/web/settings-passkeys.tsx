import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { shortDate } from '#shared/dates.ts'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useAsked } from '#web/use-asked.ts'
import { useNow } from '#web/use-env.ts'
import type { OwnPasskey } from '../factors.contract.ts'
import { PASSKEYS_MAX } from '../factors.rules.ts'
import { PASSKEY_TEXTS } from '../settings.texts.ts'
import type { PasskeyTask } from './passkey-dialogs.tsx'
import { passkeysQuery, settingsKeys, signInMethodsQuery } from './settings.api.ts'
import { SettingsPart } from './settings-part.tsx'

const PasskeyDialog = lazyLoaded(() => import('./passkey-dialogs.tsx'), 'PasskeyDialog')

/** Lists the member's passkeys, and adds, renames and removes them. */
export function PasskeysPart() {
  const client = useQueryClient()
  const { data } = useQuery(passkeysQuery())
  const { data: methods } = useQuery(signInMethodsQuery())
  const { asked, ask, close } = useAsked<PasskeyTask>()
  if (!data || !methods) return null
  const { passkeys } = data
  return (
    <SettingsPart title="Passkeys" text={PASSKEY_TEXTS.about}>
      {passkeys.length > 0 && (
        <ul className="panel gap-0 p-0">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onTask={ask} />
          ))}
        </ul>
      )}
      {passkeys.length < PASSKEYS_MAX && (
        <Button icon="plus" className="justify-self-start" onClick={() => ask({ is: 'add' })}>
          Add a passkey
        </Button>
      )}
      {asked && (
        <Suspense>
          <PasskeyDialog
            key={asked.turn}
            task={asked.for}
            hasPassword={methods.password}
            onClose={close}
            onChanged={() => client.invalidateQueries({ queryKey: settingsKeys.passkeys })}
          />
        </Suspense>
      )}
    </SettingsPart>
  )
}

function PasskeyRow({ passkey, onTask }: { passkey: OwnPasskey; onTask: (task: PasskeyTask) => void }) {
  const now = useNow()
  const { name, created_at, last_used_at } = passkey
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
      <span className="text-text-2">
        <Icon name="key" size={20} />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-15 font-semibold break-words">{name}</p>
        <p className="text-13 text-text-2">
          Added <time dateTime={created_at}>{shortDate(new Date(created_at))}</time>
          {' · '}
          {last_used_at === null ? 'never used' : `last used ${inSentence(feedTime(new Date(last_used_at), now))}`}
        </p>
      </div>
      <IconButton icon="pen" label={`Rename ${name}`} onClick={() => onTask({ is: 'rename', passkey })} />
      <IconButton icon="trash" label={`Remove ${name}`} onClick={() => onTask({ is: 'remove', passkey })} />
    </li>
  )
}
