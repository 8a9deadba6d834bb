import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { problemText } from '#shared/post-failures.texts.ts'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogContent, DialogFrame } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { useClosing } from '#web/use-asked.ts'
import { useNow } from '#web/use-env.ts'
import type { Delivery, Webhook } from '../webhooks.contract.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  resendDelivery,
  resumeWebhook,
  testWebhook,
} from '../webhooks.endpoints.ts'
import { WEBHOOK_EVENTS } from '../webhooks.rules.ts'
import { WebhookDraft } from '../webhooks.schemas.ts'
import { EVENT_TEXTS, WEBHOOK_TEXTS } from '../webhooks.texts.ts'
import { CreateDialog } from './create-dialog.tsx'
import { type DialogProps, EditDialog } from './edit-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { Secret } from './secret-dialog.tsx'
import { deliveriesQuery } from './webhooks.api.ts'

const RESOLVER = formResolver<WebhookDraft>(WebhookDraft)
const DEFAULTS: WebhookDraft = { url: '', events: ['library.changed'] }
/** The field at which a refusal is shown. */
const SHOWN_AT = ['url'] as const

/** Asks for address and events of a webhook, and then shows the secret of its signatures, this once. */
export function NewWebhookDialog(closing: DialogProps) {
  const form = useForm<WebhookDraft>({ resolver: RESOLVER, defaultValues: DEFAULTS })
  return (
    <CreateDialog
      {...closing}
      title="New webhook"
      label="Create webhook"
      busyLabel="Creating…"
      form={form}
      fields={SHOWN_AT}
      create={(body) => call(createWebhook, { body })}
      renderMade={({ secret }, close) => (
        <Secret title="Your new webhook" text={WEBHOOK_TEXTS.once} name="Secret" secret={secret} onDone={close} />
      )}
    >
      <Fields form={form} />
    </CreateDialog>
  )
}

/** Asks for another address and other events of a webhook. */
export function ChangeDialog({ webhook, ...closing }: DialogProps & { webhook: Webhook }) {
  const { id, url, events } = webhook
  const form = useForm<WebhookDraft>({ resolver: RESOLVER, defaultValues: { url, events } })
  return (
    <EditDialog
      {...closing}
      title="Edit webhook"
      description={WEBHOOK_TEXTS.change}
      form={form}
      fields={SHOWN_AT}
      save={(body) => call(changeWebhook, { params: { webhookId: id }, body })}
      saved="Webhook saved"
    >
      <div className="grid gap-5">
        <Fields form={form} />
      </div>
    </EditDialog>
  )
}

function Fields({ form: { register, formState } }: { form: UseFormReturn<WebhookDraft> }) {
  const { errors } = formState
  return (
    <>
      <Field label="Address" hint={WEBHOOK_TEXTS.addressHint} error={errors.url?.message}>
        <TextInput {...register('url')} type="url" inputMode="url" required autoComplete="off" />
      </Field>
      <Field group label="Call it when" error={errors.events?.message}>
        <div className="grid gap-1">
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={EVENT_TEXTS[event]} {...register('events')} />
          ))}
        </div>
      </Field>
    </>
  )
}

export function DeleteDialog({ webhook, ...closing }: DialogProps & { webhook: Webhook }) {
  return (
    <RemoveDialog
      {...closing}
      title={WEBHOOK_TEXTS.deleteQuestion}
      text={WEBHOOK_TEXTS.remove}
      remove={() => call(deleteWebhook, { params: { webhookId: webhook.id } })}
      removed="Webhook deleted"
    />
  )
}

/** What was sent to a webhook lately, with its result; sends a test, or one of them again. */
export function LogDialog({ webhook, onClose, onChanged }: DialogProps & { webhook: Webhook }) {
  const client = useQueryClient()
  const { isOpen, close } = useClosing(onClose)
  const query = deliveriesQuery(webhook.id)
  const found = useQuery(query)
  const [isPaused, setPaused] = useState(webhook.is_paused)
  const [isBusy, setBusy] = useState(false)

  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toastFailure(error)
    }
    await Promise.all([client.invalidateQueries({ queryKey: query.queryKey }), onChanged()])
    setBusy(false)
  }
  const params = { webhookId: webhook.id }
  const resume = async () => {
    await call(resumeWebhook, { params })
    setPaused(false)
  }

  return (
    <DialogFrame open={isOpen} onOpenChange={close} size="form">
      <DialogContent
        title="Deliveries"
        description={webhook.url}
        footer={
          <div className="flex w-full flex-wrap justify-between gap-2">
            {isPaused ? (
              <Button disabled={isBusy} onClick={() => void run(resume)}>
                Turn on again
              </Button>
            ) : (
              <Button disabled={isBusy} onClick={() => void run(() => call(testWebhook, { params }))}>
                Send a test
              </Button>
            )}
            <Button kind="solid" onClick={close}>
              Done
            </Button>
          </div>
        }
      >
        <div aria-live="polite">
          {isPaused && <p className="text-14 mb-3">{WEBHOOK_TEXTS.paused}</p>}
          <DeliveryList
            found={found}
            isBusy={isBusy}
            onResend={(deliveryId) => void run(() => call(resendDelivery, { params: { ...params, deliveryId } }))}
          />
        </div>
      </DialogContent>
    </DialogFrame>
  )
}

function DeliveryList(props: {
  found: UseQueryResult<readonly Delivery[]>
  isBusy: boolean
  onResend: (id: Delivery['id']) => void
}) {
  const { data: deliveries, isError, refetch } = props.found
  if (isError) return <ErrorState text={WEBHOOK_TEXTS.deliveriesFailed} onRetry={() => void refetch()} level={3} />
  if (deliveries?.length === 0) return <p className="text-14 text-text-2">{WEBHOOK_TEXTS.noDeliveries}</p>
  return (
    <ul aria-label="Deliveries" className="grid gap-0">
      {deliveries?.map((delivery) => (
        <DeliveryRow
          key={delivery.id}
          delivery={delivery}
          isBusy={props.isBusy}
          onResend={() => props.onResend(delivery.id)}
        />
      ))}
    </ul>
  )
}

function DeliveryRow(props: { delivery: Delivery; isBusy: boolean; onResend: () => void }) {
  const { delivery, isBusy, onResend } = props
  const now = useNow()
  const name = EVENT_TEXTS[delivery.type]
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-14 font-semibold">{name}</p>
        <p className="text-13 text-text-2">{stateOf(delivery, now)}</p>
      </div>
      <Button disabled={isBusy || delivery.attempts === 0} onClick={onResend} aria-label={`Resend: ${name}`}>
        Resend
      </Button>
    </li>
  )
}

function stateOf({ state, attempts, last_attempt_at, last_status, last_failure }: Delivery, now: Date): string {
  if (last_attempt_at === null) return 'Waits to be sent'
  const when = inSentence(feedTime(new Date(last_attempt_at), now))
  if (last_failure === null) return state === 'waiting' ? 'Waits to be sent' : `Delivered ${when} (${last_status})`
  const why = problemText(last_failure, last_status)
  return state === 'failed' ? `Failed ${when}: ${why}` : `Failed ${attempts} times, tried ${when}: ${why}`
}
