import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { SettingsPart, toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import type { NotificationKind, NotificationType } from '#shared/notification.ts'
import { contributionsTo } from '#web/slots.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SETTINGS_MISSING } from '#web/ui/error-texts.ts'
import { Switch } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Delivery } from '../delivery.rules.ts'
import { DELIVERY_TEXTS } from '../delivery-settings.texts.ts'
import { ChannelsPart } from './channels/channels-part.tsx'
import { MailPart } from './mail-part.tsx'
import { switchesQuery, switchMutation } from './notifications.api.ts'
import { notificationKinds } from './notifications.slots.ts'
import { type DeliveryChanges, deliveryMutation, deliveryQuery } from './push/delivery.api.ts'
import { PushDevice, PushTimes } from './push/push-part.tsx'

/** The groups of switches with the types in each, in the order of the screen. */
const groupsOf = (kinds: readonly NotificationKind[]) =>
  [...Map.groupBy(kinds, ({ switch: { group } }) => group)]
    .map(([group, grouped]) => ({ ...group, kinds: grouped.toSorted((a, b) => a.switch.order - b.switch.order) }))
    .toSorted((a, b) => a.order - b.order)

/** Shows Settings, Notifications (G08, G48). Each switch is saved at once. */
export function SettingsNotifications() {
  const { mutateAsync } = useMutation(switchMutation())
  const { mutateAsync: deliver } = useMutation(deliveryMutation())
  const { data: switches, isError, refetch } = useQuery(switchesQuery())
  const { data: known, isError: isUnknown, refetch: ask } = useQuery(deliveryQuery())
  if (isError || isUnknown) {
    const retry = () => void Promise.all([refetch(), ask()])
    return <ErrorState text={SETTINGS_MISSING} onRetry={retry} level={2} />
  }
  if (!switches || !known) return null
  const { delivery } = known

  async function save(change: () => Promise<unknown>, undo: (() => void) | null): Promise<void> {
    try {
      await change()
      toast({ title: 'Notifications saved', ...(undo && { undo }) })
    } catch (error) {
      toastFailure(error)
    }
  }
  const saveHere = (type: NotificationType, isOn: boolean, isUndo = false) =>
    void save(() => mutateAsync({ [type]: isOn }), isUndo ? null : () => saveHere(type, !isOn, true))
  const saveWay = (way: 'push' | 'mail', type: NotificationType, isOn: boolean, isUndo = false) =>
    void save(() => deliver({ [way]: { [type]: isOn } }), isUndo ? null : () => saveWay(way, type, !isOn, true))
  const saveDelivery = (changes: DeliveryChanges) => void save(() => deliver(changes), null)

  const isMailed = ({ isDirect }: NotificationKind) =>
    known.mail_state !== 'no_server' && (delivery.digest !== 'off' || (delivery.mails_soon && isDirect === true))

  return (
    <>
      <PushDevice publicKey={known.public_key} endpoints={known.endpoints} />
      <ChannelsPart />
      <PushTimes quiet={delivery.quiet} showsMessages={delivery.shows_messages} save={saveDelivery} />
      <MailPart state={known.mail_state} delivery={delivery} save={saveDelivery} />
      {groupsOf(contributionsTo(notificationKinds)).map(({ title, text, kinds }) => (
        <SettingsPart key={title} title={title} text={text}>
          <WaysHead />
          {kinds.map((kind) => (
            <Ways
              key={kind.type}
              kind={kind}
              isHere={switches[kind.type] ?? true}
              delivery={delivery}
              isMailed={isMailed(kind)}
              onHere={(isOn) => saveHere(kind.type, isOn)}
              onWay={(way, isOn) => saveWay(way, kind.type, isOn)}
            />
          ))}
        </SettingsPart>
      ))}
    </>
  )
}

const WAYS = 'grid grid-cols-[minmax(0,1fr)_repeat(3,44px)] items-center gap-x-2'

function WaysHead() {
  return (
    <div className={`${WAYS} -mb-2 text-13 text-text-3`} aria-hidden="true">
      <span />
      {[DELIVERY_TEXTS.here, DELIVERY_TEXTS.push, DELIVERY_TEXTS.byMail].map((label) => (
        <span key={label} className="text-center">
          {label}
        </span>
      ))}
    </div>
  )
}

/** The switches of one type. What does not come here is neither pushed nor mailed. */
function Ways(props: {
  kind: NotificationKind
  isHere: boolean
  delivery: Delivery
  isMailed: boolean
  onHere: (isOn: boolean) => void
  onWay: (way: 'push' | 'mail', isOn: boolean) => void
}) {
  const id = useId()
  const { isHere, delivery, kind } = props
  const { label, hint } = kind.switch
  const ways = [
    { way: 'push', name: DELIVERY_TEXTS.push, isPossible: isHere },
    { way: 'mail', name: DELIVERY_TEXTS.byMail, isPossible: isHere && props.isMailed },
  ] as const
  return (
    <div className={WAYS}>
      <span>
        {label}
        <span id={id} className="check-hint">
          {hint}
        </span>
      </span>
      <Switch
        className="justify-center gap-0"
        label={<span className="visually-hidden">{`${label}: ${DELIVERY_TEXTS.here}`}</span>}
        aria-describedby={id}
        checked={isHere}
        onChange={(event) => props.onHere(event.target.checked)}
      />
      {ways.map(({ way, name, isPossible }) => (
        <Switch
          key={way}
          className="justify-center gap-0"
          label={<span className="visually-hidden">{`${label}: ${name}`}</span>}
          aria-describedby={id}
          disabled={!isPossible}
          checked={isPossible && (delivery[way][kind.type] ?? true)}
          onChange={(event) => props.onWay(way, event.target.checked)}
        />
      ))}
    </div>
  )
}
