import { useQuery } from '@tanstack/react-query'
import type { BadgeId } from '#shared/ids.ts'
import { Field } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { ADMIN_BADGE_TEXTS } from '../admin-badges.texts.ts'
import { adminBadgesQuery } from './badges.api.ts'

/** Renders the choice of the badge that a challenge rewards, in the admin's form (G13). */
export function RewardField(props: { value: BadgeId | null; onChange: (badge: BadgeId | null) => void }) {
  const { data = [] } = useQuery(adminBadgesQuery())
  return (
    <Field label="Reward" hint={ADMIN_BADGE_TEXTS.reward}>
      <NativeSelect
        label="Reward"
        value={props.value ?? ''}
        options={[{ value: '', label: 'No badge' }, ...data.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(event) => props.onChange((event.target.value || null) as BadgeId | null)}
      />
    </Field>
  )
}
