import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '#web/call.ts'
import { byPath, problemsOfSchema } from '#web/schema-problems.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, NumberInput, TextInput } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useDialogSave } from '#web/use-dialog-save.ts'
import { ADMIN_BADGE_TEXTS } from '../admin-badges.texts.ts'
import { BadgeDraft, BadgeWords } from '../badge-form.schemas.ts'
import type { AdminBadge } from '../badges.contract.ts'
import { changeBadge, createBadge } from '../badges.endpoints.ts'
import {
  DESCRIPTION_MAX,
  KINDS,
  LEVELS_MAX,
  levelOf,
  NAME_MAX,
  RULE_KINDS,
  type RuleKind,
  SHAPES,
  type Shape,
} from '../badges.rules.ts'
import { BadgePin } from './badge-pin.tsx'
import { badgeKeys } from './badges.api.ts'

const BY_HAND = 'by-hand'
const RULES = [
  ...RULE_KINDS.map((kind) => ({ value: kind as string, label: KINDS[kind].label })),
  { value: BY_HAND, label: ADMIN_BADGE_TEXTS.noMoment },
]
const LEVELS = Array.from({ length: LEVELS_MAX }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))
const SHAPE_LABELS: Record<Shape, string> = {
  games: 'Crystal',
  completions: 'Hexagon',
  reviews: 'Bookmark',
  friends: 'Pair',
  hours: 'Dial',
  challenges: 'Shield',
  posts: 'Speech bubble',
  award: 'Rosette',
}

interface Fields {
  name: string
  description: string
  kind: RuleKind | typeof BY_HAND
  threshold: string
  icon: Shape
  level: number
}

const fieldsOf = (badge: AdminBadge | null): Fields => ({
  name: badge?.name ?? '',
  description: badge?.description ?? '',
  kind: 'games_played',
  threshold: '25',
  icon: 'award',
  level: 1,
})

/** Returns the body to send, or the errors by field: 'name', 'rule.threshold'. */
function checked({ name, description, kind, threshold, icon, level }: Fields, badge: AdminBadge | null) {
  const words = { name, description }
  const rule = kind === BY_HAND ? null : { kind, threshold: threshold.trim() }
  const parsed = badge ? z.safeParse(BadgeWords, words) : z.safeParse(BadgeDraft, { ...words, rule, icon, level })
  return parsed.success ? { draft: parsed.data } : { problems: problemsOfSchema(parsed, byPath) }
}

/** The drawing that a badge gets: by its rule, or as chosen for one that is given by hand. */
const drawingOf = ({ kind, threshold, icon, level }: Fields) =>
  kind === BY_HAND ? { icon, level } : { icon: KINDS[kind].shape, level: levelOf(+threshold) }

/** Renders the dialog that defines a badge, or changes its words. The typed values are preserved when saving fails. */
export function BadgeForm({ badge, onClose }: { badge: AdminBadge | null; onClose: () => void }) {
  const client = useQueryClient()
  const [before] = useState(() => fieldsOf(badge))
  const [fields, setFields] = useState(before)
  const set = (changes: Partial<Fields>) => setFields((now) => ({ ...now, ...changes }))
  const save = async (draft: z.output<typeof BadgeWords> | z.output<typeof BadgeDraft>, replaces: boolean) => {
    if (badge) {
      const seen = { name: badge.name, description: badge.description }
      await call(
        changeBadge,
        { params: { badgeId: badge.id }, body: { ...draft, ...(!replaces && { seen }) } },
        { client },
      )
    } else await call(createBadge, { body: draft }, { client })
    toast({ title: badge ? 'Badge saved' : 'Badge defined' })
    onClose()
  }
  const { problems, isBusy, submit } = useDialogSave(save, () => {
    for (const queryKey of [badgeKeys.admin, badgeKeys.all]) void client.invalidateQueries({ queryKey })
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={badge ? 'Edit badge' : 'New badge'}
      isTyped={fields.name !== before.name || fields.description !== before.description}
      isSaving={isBusy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit(checked(fields, badge))
      }}
      footer={
        <DialogButtons
          label={badge ? 'Save badge' : 'Define badge'}
          onCancel={onClose}
          busy={isBusy}
          busyLabel="Saving…"
        />
      }
    >
      <div className="grid gap-4 [--on:var(--surface)]">
        <BadgePin badge={badge ?? drawingOf(fields)} size={96} className="justify-self-center" />
        <Field label="Name" error={problems.name}>
          <TextInput value={fields.name} maxLength={NAME_MAX} onChange={(event) => set({ name: event.target.value })} />
        </Field>
        <Field label="Description" hint={ADMIN_BADGE_TEXTS.sentenceHint} error={problems.description}>
          <TextInput
            value={fields.description}
            maxLength={DESCRIPTION_MAX}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
        {!badge && <RuleFields fields={fields} problems={problems} onChange={set} />}
        {!badge && fields.kind !== BY_HAND && <p className="text-13 text-text-2">{ADMIN_BADGE_TEXTS.backfill}</p>}
      </div>
    </Dialog>
  )
}

/** When members earn a new badge; one that is given by hand has a drawing instead. */
function RuleFields(props: {
  fields: Fields
  problems: Record<string, string>
  onChange: (changes: Partial<Fields>) => void
}) {
  const { fields, problems, onChange } = props
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="What counts" error={problems['rule.kind']}>
        <NativeSelect
          label="What counts"
          value={fields.kind}
          options={RULES}
          onChange={(event) => onChange({ kind: event.target.value as Fields['kind'] })}
        />
      </Field>
      {fields.kind === BY_HAND ? (
        <Field group label="Drawing">
          <div className="grid grid-cols-[minmax(0,1fr)_72px] gap-2">
            <NativeSelect
              label="Shape"
              value={fields.icon}
              options={SHAPES.map((value) => ({ value, label: SHAPE_LABELS[value] }))}
              onChange={(event) => onChange({ icon: event.target.value as Shape })}
            />
            <NativeSelect
              label="Cuts"
              value={String(fields.level)}
              options={LEVELS}
              onChange={(event) => onChange({ level: Number(event.target.value) })}
            />
          </div>
        </Field>
      ) : (
        <Field label="How many" error={problems['rule.threshold']}>
          <NumberInput value={fields.threshold} onChange={(event) => onChange({ threshold: event.target.value })} />
        </Field>
      )}
    </div>
  )
}
