import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { useAsked } from '#web/use-asked.ts'
import { useNow } from '#web/use-env.ts'
import type { Webhook } from '../webhooks.contract.ts'
import { EVENT_TEXTS, MOST_WEBHOOKS, WEBHOOK_TEXTS } from '../webhooks.rules.ts'
import { webhooksQuery } from './webhooks.api.ts'

const NewWebhookDialog = lazy(() =>
  import('./webhook-dialogs.tsx').then((module) => ({ default: module.NewWebhookDialog })),
)
const DeleteDialog = lazy(() => import('./webhook-dialogs.tsx').then((module) => ({ default: module.DeleteDialog })))
const LogDialog = lazy(() => import('./webhook-dialogs.tsx').then((module) => ({ default: module.LogDialog })))

type Asked = { kind: 'new' } | { kind: 'delete' | 'log'; webhook: Webhook }

/** The addresses that are called when the member's data changes: lists, creates, tests and deletes them. */
export function SettingsWebhooks() {
  const client = useQueryClient()
  const { data: webhooks, isError, refetch } = useQuery(webhooksQuery())
  const { asked, ask, close } = useAsked<Asked>()
  if (isError) return <ErrorState text={WEBHOOK_TEXTS.failed} onRetry={() => void refetch()} level={2} />
  if (!webhooks) return null
  const props = {
    onClose: close,
    onChanged: () => client.invalidateQueries({ queryKey: webhooksQuery().queryKey }),
  }
  return (
    <SettingsPart title="Webhooks" text={WEBHOOK_TEXTS.lead}>
      {webhooks.length > 0 ? (
        <ul className="panel gap-0 p-0" aria-label="Webhooks">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onLog={() => ask({ kind: 'log', webhook })}
              onDelete={() => ask({ kind: 'delete', webhook })}
            />
          ))}
        </ul>
      ) : (
        <p className="text-14 text-text-2">{WEBHOOK_TEXTS.none}</p>
      )}
      {webhooks.length < MOST_WEBHOOKS && (
        <div>
          <Button icon="plus" onClick={() => ask({ kind: 'new' })}>
            New webhook
          </Button>
        </div>
      )}
      {asked && (
        <Suspense>
          {asked.for.kind === 'new' ? (
            <NewWebhookDialog key={asked.turn} {...props} />
          ) : asked.for.kind === 'delete' ? (
            <DeleteDialog key={asked.turn} webhook={asked.for.webhook} {...props} />
          ) : (
            <LogDialog key={asked.turn} webhook={asked.for.webhook} {...props} />
          )}
        </Suspense>
      )}
    </SettingsPart>
  )
}

function WebhookRow({ webhook, onLog, onDelete }: { webhook: Webhook; onLog: () => void; onDelete: () => void }) {
  const { url, events, is_paused } = webhook
  return (
    <li className="flex items-start gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
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
      <IconButton icon="trash" label={`Delete ${url}`} onClick={onDelete} />
    </li>
  )
}

function LastDelivery({ webhook: { last_delivery: last } }: { webhook: Webhook }) {
  const now = useNow()
  if (last === null) return WEBHOOK_TEXTS.noDeliveries
  if (last.last_attempt_at === null) return 'Sending…'
  const when = inSentence(feedTime(new Date(last.last_attempt_at), now))
  return last.last_failure === null ? `Last call succeeded ${when}` : `Last call failed ${when}`
}
