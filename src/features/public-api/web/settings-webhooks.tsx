import { useQuery, useQueryClient } from '@tanstack/react-query'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useNow } from '#web/use-env.ts'
import type { Webhook } from '../webhooks.contract.ts'
import { MAX_WEBHOOKS } from '../webhooks.rules.ts'
import { EVENT_TEXTS, WEBHOOK_TEXTS } from '../webhooks.texts.ts'
import { SettingsList } from './settings-list.tsx'
import { webhooksQuery } from './webhooks.api.ts'

const NewWebhookDialog = lazyLoaded(() => import('./webhook-dialogs.tsx'), 'NewWebhookDialog')
const DeleteDialog = lazyLoaded(() => import('./webhook-dialogs.tsx'), 'DeleteDialog')
const ChangeDialog = lazyLoaded(() => import('./webhook-dialogs.tsx'), 'ChangeDialog')
const LogDialog = lazyLoaded(() => import('./webhook-dialogs.tsx'), 'LogDialog')

type Asked = { kind: 'new' } | { kind: 'change' | 'delete' | 'log'; webhook: Webhook }

/** The addresses that are called when the member's data changes: lists, creates, changes, tests and deletes them. */
export function SettingsWebhooks() {
  const client = useQueryClient()
  const list = useQuery(webhooksQuery())
  const onChanged = () => client.invalidateQueries({ queryKey: webhooksQuery().queryKey })
  return (
    <SettingsList<Webhook, Asked>
      title="Webhooks"
      texts={WEBHOOK_TEXTS}
      list={list}
      row={(webhook, ask) => (
        <WebhookRow
          webhook={webhook}
          onChange={() => ask({ kind: 'change', webhook })}
          onLog={() => ask({ kind: 'log', webhook })}
          onDelete={() => ask({ kind: 'delete', webhook })}
        />
      )}
      add={{ label: 'New webhook', most: MAX_WEBHOOKS, asked: { kind: 'new' } }}
      dialog={(asked, onClose) =>
        asked.kind === 'new' ? (
          <NewWebhookDialog onClose={onClose} onChanged={onChanged} />
        ) : asked.kind === 'change' ? (
          <ChangeDialog webhook={asked.webhook} onClose={onClose} onChanged={onChanged} />
        ) : asked.kind === 'delete' ? (
          <DeleteDialog webhook={asked.webhook} onClose={onClose} onChanged={onChanged} />
        ) : (
          <LogDialog webhook={asked.webhook} onClose={onClose} onChanged={onChanged} />
        )
      }
    />
  )
}

function WebhookRow(props: { webhook: Webhook; onChange: () => void; onLog: () => void; onDelete: () => void }) {
  const { webhook, onChange, onLog, onDelete } = props
  const { url, events, is_paused } = webhook
  return (
    <>
      <span className="mt-0.5 text-text-2">
        <Icon name="share" size={20} />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-15 font-semibold break-all">{url}</p>
        <p className="text-13 text-text-2">{events.map((event) => EVENT_TEXTS[event]).join(' · ')}</p>
        <p className="text-13 text-text-2">{is_paused ? WEBHOOK_TEXTS.paused : <LastDelivery webhook={webhook} />}</p>
        <div className="mt-1.5">
          <Button onClick={onLog}>Deliveries</Button>
        </div>
      </div>
      <IconButton icon="pen" label={`Edit ${url}`} onClick={onChange} />
      <IconButton icon="trash" label={`Delete ${url}`} onClick={onDelete} />
    </>
  )
}

function LastDelivery({ webhook: { last_delivery: last } }: { webhook: Webhook }) {
  const now = useNow()
  if (last === null) return WEBHOOK_TEXTS.noDeliveries
  if (last.last_attempt_at === null) return 'Sending…'
  const when = inSentence(feedTime(new Date(last.last_attempt_at), now))
  return last.last_failure === null ? `Last call succeeded ${when}` : `Last call failed ${when}`
}
