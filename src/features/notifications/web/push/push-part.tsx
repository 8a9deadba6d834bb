import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingsPart, toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Switch, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { DELIVERY_TEXTS } from '../../delivery-settings.texts.ts'
import { type DeliveryChanges, deviceMutation } from './delivery.api.ts'
import { stateOfDevice, subscribeBrowser, unsubscribeBrowser } from './push-device.ts'

const { device: DEVICE, times: TIMES } = DELIVERY_TEXTS

/** Turns pushes to this device on and off, and says the truth about it. */
export function PushDevice({ publicKey, endpoints }: { publicKey: string; endpoints: readonly string[] }) {
  const { mutateAsync } = useMutation(deviceMutation())
  const [isBusy, setBusy] = useState(false)
  // The browser knows it, not the server, so it is read again whenever the list of the server changes.
  const { data: state, refetch } = useQuery({
    queryKey: ['push-device', publicKey, ...endpoints],
    queryFn: () => stateOfDevice(endpoints, publicKey),
    enabled: typeof window !== 'undefined',
    staleTime: 0,
  })

  async function change(isOn: boolean): Promise<void> {
    setBusy(true)
    try {
      const subscription = isOn ? await subscribeBrowser(publicKey) : await unsubscribeBrowser()
      if (subscription === null && isOn) toast({ title: DEVICE.notTurnedOn })
      else if (typeof subscription === 'string') await mutateAsync({ endpoint: subscription })
      else if (subscription !== null) await mutateAsync(subscription)
    } catch (error) {
      // The browser's own failures: its push service is away, or it has none.
      if (error instanceof DOMException) toast({ title: DEVICE.failed })
      else toastFailure(error)
    }
    setBusy(false)
    await refetch()
  }

  const others = endpoints.length - (state === 'on' ? 1 : 0)
  return (
    <SettingsPart title={DEVICE.title} text={DEVICE.text}>
      <div className="grid min-h-24 content-start justify-items-start gap-3">
        <p role="status">
          {state && DEVICE[state]} {state && others > 0 && DEVICE.others(others)}
        </p>
        {(state === 'off' || state === 'on') && (
          <Button
            {...(state === 'off' && { kind: 'solid' as const })}
            disabled={isBusy}
            onClick={() => void change(state === 'off')}
          >
            {state === 'on' ? DEVICE.turnOff : DEVICE.turnOn}
          </Button>
        )}
      </div>
    </SettingsPart>
  )
}

const NIGHT = { from: '22:00', until: '08:00' }

/** The quiet hours, and whether pushes show what somebody wrote. Each is saved at once. */
export function PushTimes(props: {
  quiet: { from: string; until: string } | null
  showsMessages: boolean
  save: (changes: DeliveryChanges) => void
}) {
  const { quiet, save } = props
  const saveTime = (name: 'from' | 'until', value: string) => {
    // A field that is being typed in is empty.
    if (quiet && value) save({ quiet: { ...quiet, [name]: value } })
  }
  return (
    <SettingsPart title={TIMES.title} text={TIMES.text}>
      <Switch
        label={TIMES.quiet}
        hint={TIMES.quietHint}
        checked={quiet !== null}
        onChange={(event) => save({ quiet: event.target.checked ? NIGHT : null })}
      />
      {quiet && (
        <div className="grid grid-cols-2 gap-4">
          {(['from', 'until'] as const).map((name) => (
            <Field key={name} label={TIMES[name]}>
              <TextInput
                type="time"
                className="num"
                value={quiet[name]}
                onChange={(event) => saveTime(name, event.target.value)}
              />
            </Field>
          ))}
        </div>
      )}
      <Switch
        label={TIMES.messages}
        hint={TIMES.messagesHint}
        checked={props.showsMessages}
        onChange={(event) => save({ shows_messages: event.target.checked })}
      />
    </SettingsPart>
  )
}
