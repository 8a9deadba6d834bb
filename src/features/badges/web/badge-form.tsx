import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '#web/call.ts'
import { isConflict } from '#web/drafts/use-versioned-draft.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, NumberInput, TextInput } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { fieldProblemsOf, showFailure } from '#web/write-failure.ts'
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

/** Renders the dialog that defines a badge, or changes its words. The typed values are preserved when saving fails. */
export function BadgeForm({ badge, onClose }: { badge: AdminBadge | null; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(badge?.name ?? '')
  const [description, setDescription] = useState(badge?.description ?? '')
  const [kind, setKind] = useState<RuleKind | typeof BY_HAND>('games_played')
  const [threshold, setThreshold] = useState('25')
  const [icon, setIcon] = useState<Shape>('award')
  const [level, setLevel] = useState(1)
  // What another admin has saved since the form opened is replaced only after this one knows of it.
  const [replaces, setReplaces] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const rule = kind === BY_HAND ? null : { kind, threshold: threshold.trim() }
  const drawing =
    badge ?? (kind === BY_HAND ? { icon, level } : { icon: KINDS[kind].shape, level: levelOf(+threshold) })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const words = { name, description }
    const parsed = badge ? z.safeParse(BadgeWords, words) : z.safeParse(BadgeDraft, { ...words, rule, icon, level })
    if (!parsed.success) {
      const found: Record<string, string> = {}
      for (const { path, message } of parsed.error.issues) found[path.join('.')] ??= message
      return setProblems(found)
    }
    setProblems({})
    setBusy(true)
    try {
      if (badge) {
        const seen = { name: badge.name, description: badge.description }
        const body = { ...parsed.data, ...(!replaces && { seen }) }
        await call(changeBadge, { params: { badgeId: badge.id }, body }, { client })
      } else await call(createBadge, { body: parsed.data }, { client })
      toast({ title: badge ? 'Badge saved' : 'Badge defined' })
      onClose()
    } catch (error) {
      if (isConflict(error)) setReplaces(true)
      setProblems(fieldProblemsOf(error))
      showFailure('Nothing was saved', error)
    } finally {
      setBusy(false)
      for (const queryKey of [badgeKeys.admin, badgeKeys.all]) void client.invalidateQueries({ queryKey })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={badge ? 'Edit badge' : 'New badge'}
      dismissible={!isBusy && name === (badge?.name ?? '') && description === (badge?.description ?? '')}
      onSubmit={submit}
      footer={
        <DialogButtons onCancel={onClose} busy={isBusy} busyLabel="Saving…">
          {badge ? 'Save badge' : 'Define badge'}
        </DialogButtons>
      }
    >
      <div className="grid gap-4 [--on:var(--surface)]">
        <BadgePin badge={drawing} size={96} className="justify-self-center" />
        <Field label="Name" error={problems.name}>
          <TextInput value={name} maxLength={NAME_MAX} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Description" hint={ADMIN_BADGE_TEXTS.sentenceHint} error={problems.description}>
          <TextInput
            value={description}
            maxLength={DESCRIPTION_MAX}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        {!badge && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="What counts" error={problems['rule.kind']}>
              <NativeSelect
                label="What counts"
                value={kind}
                options={RULES}
                onChange={(event) => setKind(event.target.value as RuleKind | typeof BY_HAND)}
              />
            </Field>
            {rule ? (
              <Field label="How many" error={problems['rule.threshold']}>
                <NumberInput value={threshold} onChange={(event) => setThreshold(event.target.value)} />
              </Field>
            ) : (
              <Field group label="Drawing">
                <div className="grid grid-cols-[minmax(0,1fr)_72px] gap-2">
                  <NativeSelect
                    label="Shape"
                    value={icon}
                    options={SHAPES.map((value) => ({ value, label: SHAPE_LABELS[value] }))}
                    onChange={(event) => setIcon(event.target.value as Shape)}
                  />
                  <NativeSelect
                    label="Cuts"
                    value={String(level)}
                    options={Array.from({ length: LEVELS_MAX }, (_, at) => ({
                      value: String(at + 1),
                      label: String(at + 1),
                    }))}
                    onChange={(event) => setLevel(Number(event.target.value))}
                  />
                </div>
              </Field>
            )}
          </div>
        )}
        {!badge && rule && <p className="text-13 text-text-2">{ADMIN_BADGE_TEXTS.backfill}</p>}
      </div>
    </Dialog>
  )
}
