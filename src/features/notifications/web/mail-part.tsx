import { SettingsPart } from '#features/accounts/web/settings.widgets.tsx'
import { Field, Switch } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Delivery, DIGESTS, type Digest } from '../delivery.rules.ts'
import { DELIVERY_TEXTS } from '../delivery-settings.texts.ts'
import type { DeliveryChanges } from './push/delivery.api.ts'

const { mail: MAIL } = DELIVERY_TEXTS

/** Which mails the member wants. Each choice is saved at once. */
export function MailPart(props: {
  state: 'ready' | 'no_server' | 'unconfirmed'
  delivery: Delivery
  save: (changes: DeliveryChanges) => void
}) {
  const { state, delivery, save } = props
  return (
    <SettingsPart title={MAIL.title} text={MAIL.text} anchor="mail">
      {state === 'no_server' ? (
        <p>{MAIL.noServer}</p>
      ) : (
        <>
          {state === 'unconfirmed' && <p>{MAIL.unconfirmed}</p>}
          <Field label={MAIL.digest} hint={MAIL.digestHint}>
            <Select
              value={delivery.digest}
              onChange={(event) => save({ digest: event.target.value as Digest })}
              options={DIGESTS.map((value) => ({ value, label: MAIL.every[value] }))}
            />
          </Field>
          <Switch
            label={MAIL.soon}
            hint={MAIL.soonHint}
            checked={delivery.mails_soon}
            onChange={(event) => save({ mails_soon: event.target.checked })}
          />
        </>
      )}
    </SettingsPart>
  )
}
