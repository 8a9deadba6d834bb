import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import { call } from '#web/call.ts'
import { hasSameJson } from '#web/same-json.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, NumberInput, TextArea, TextInput } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useDialogSave } from '#web/use-dialog-save.ts'
import { useNow } from '#web/use-env.ts'
import { ADMIN_CHALLENGE_TEXTS } from '../admin-challenges.texts.ts'
import type { ChallengeDraft } from '../challenge-form.schemas.ts'
import type { Challenge } from '../challenges.contract.ts'
import { changeChallenge, createChallenge } from '../challenges.endpoints.ts'
import { DESCRIPTION_MAX, GOAL_TYPES, GOALS_MAX, type GoalType } from '../challenges.rules.ts'
import { draftOf, type Fields, fieldsOf, type GoalFields, newGoal, type RewardInput } from './challenge-draft.ts'
import { challengeKeys } from './challenges-key.ts'

const TYPES: Record<GoalType, { label: string; unit?: string }> = {
  play_time: { label: 'Hours played', unit: 'h' },
  games_completed: { label: 'Games completed' },
  games_added: { label: 'Games added' },
  reviews_written: { label: 'Reviews written' },
  achievements: { label: 'Achievements earned' },
}
const OPTIONS = GOAL_TYPES.map((value) => ({ value, label: TYPES[value].label }))

/** Renders the dialog that creates or changes a challenge. The typed values are preserved when saving fails. */
export function ChallengeDialog({
  challenge,
  RewardField,
  onClose,
}: {
  challenge: Challenge | null
  RewardField: RewardInput
  onClose: () => void
}) {
  const client = useQueryClient()
  const now = useNow()
  const [before] = useState(() => fieldsOf(challenge, now))
  const [fields, setFields] = useState(before)
  const isFixed = challenge !== null && challenge.participants > 0
  const set = (changes: Partial<Fields>) => setFields((latest) => ({ ...latest, ...changes }))
  const save = async (draft: ChallengeDraft, replaces: boolean) => {
    if (challenge) {
      const opened = draftOf(before, challenge)
      const body = { ...draft, ...(!replaces && 'draft' in opened && { seen: opened.draft }) }
      await call(changeChallenge, { params: { challengeId: challenge.id }, body }, { client })
    } else await call(createChallenge, { body: draft }, { client })
    toast({ title: challenge ? 'Challenge saved' : 'Challenge created' })
    onClose()
  }
  const { problems, isBusy, submit } = useDialogSave(save, () => {
    for (const queryKey of [adminKeys.all, challengeKeys.all]) void client.invalidateQueries({ queryKey })
  })

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={challenge ? 'Edit challenge' : 'New challenge'}
      isTyped={!hasSameJson(fields, before)}
      isSaving={isBusy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit(draftOf(fields, challenge))
      }}
      footer={
        <DialogButtons
          label={challenge ? 'Save challenge' : 'Set up'}
          onCancel={onClose}
          busy={isBusy}
          busyLabel="Saving…"
        />
      }
    >
      <div className="grid gap-4">
        <Field label="Title" error={problems.title}>
          <TextInput value={fields.title} maxLength={100} onChange={(event) => set({ title: event.target.value })} />
        </Field>
        <Field
          label="Description"
          error={problems.description}
          counter={`${fields.description.length} / ${DESCRIPTION_MAX}`}
        >
          <TextArea
            dir="auto"
            value={fields.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
        <DayFields fields={fields} problems={problems} isFixed={isFixed} onChange={set} />
        <Field group label="Cover" hint={ADMIN_CHALLENGE_TEXTS.cover}>
          <GamePick label="cover" game={fields.cover} onPick={(cover) => set({ cover })} />
        </Field>
        <RewardField value={fields.reward} onChange={(reward) => set({ reward })} />
        <GoalFieldset fields={fields} problems={problems} isFixed={isFixed} onChange={set} />
      </div>
    </Dialog>
  )
}

interface PartProps {
  fields: Fields
  problems: Record<string, string>
  /** Members take part, so the start and the goals stay. */
  isFixed: boolean
  onChange: (changes: Partial<Fields>) => void
}

function DayFields({ fields, problems, isFixed, onChange }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First day" error={problems.starts_at} hint={isFixed ? ADMIN_CHALLENGE_TEXTS.fixed : 'By UTC.'}>
        <TextInput
          type="date"
          value={fields.firstDay}
          disabled={isFixed}
          onChange={(event) => onChange({ firstDay: event.target.value })}
        />
      </Field>
      <Field label="Last day" error={problems.ends_at} hint={ADMIN_CHALLENGE_TEXTS.lastDay}>
        <TextInput type="date" value={fields.lastDay} onChange={(event) => onChange({ lastDay: event.target.value })} />
      </Field>
    </div>
  )
}

function GoalFieldset({ fields, problems, isFixed, onChange }: PartProps) {
  return (
    <fieldset className="grid gap-3" disabled={isFixed}>
      <legend className="label pb-1">Goals</legend>
      {isFixed && <p className="text-13 text-text-2">{ADMIN_CHALLENGE_TEXTS.goalsFixed}</p>}
      {fields.goals.map((goal, at) => (
        <GoalEditor
          key={goal.key}
          goal={goal}
          number={at + 1}
          isFixed={isFixed}
          error={problems[`goals.${at}.target`] ?? problems[`goals.${at}.type`]}
          onChange={(changes) =>
            onChange({ goals: fields.goals.map((each) => (each === goal ? { ...goal, ...changes } : each)) })
          }
          {...(fields.goals.length > 1 && {
            onRemove: () => onChange({ goals: fields.goals.filter((each) => each !== goal) }),
          })}
        />
      ))}
      {problems.goals && (
        <p className="text-13 text-danger" role="alert">
          {problems.goals}
        </p>
      )}
      {!isFixed && fields.goals.length < GOALS_MAX && (
        <Button
          icon="plus"
          className="justify-self-start"
          onClick={() => onChange({ goals: [...fields.goals, newGoal()] })}
        >
          Add a goal
        </Button>
      )}
    </fieldset>
  )
}

function GoalEditor(props: {
  goal: GoalFields
  number: number
  isFixed: boolean
  error: string | undefined
  onChange: (changes: Partial<GoalFields>) => void
  onRemove?: () => void
}) {
  const { goal, number, onChange } = props
  const { unit } = TYPES[goal.type]
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <div className="grid grid-cols-[minmax(0,1fr)_110px_auto] items-start gap-3">
        <Field label={`Goal ${number}`}>
          <NativeSelect
            label={`What goal ${number} is about`}
            options={OPTIONS}
            value={goal.type}
            disabled={props.isFixed}
            onChange={(event) => onChange({ type: event.target.value as GoalType })}
          />
        </Field>
        <Field label="Target" error={props.error}>
          <NumberInput
            {...(unit && { unit })}
            value={goal.target}
            disabled={props.isFixed}
            onChange={(event) => onChange({ target: event.target.value })}
          />
        </Field>
        {props.onRemove && !props.isFixed && (
          <IconButton icon="trash" label={`Remove goal ${number}`} className="mt-7" onClick={props.onRemove} />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 text-13 text-text-2">
        <GamePick
          label={`goal ${number}`}
          game={goal.game}
          none={ADMIN_CHALLENGE_TEXTS.anyGame}
          isFixed={props.isFixed}
          onPick={(game) => onChange({ game })}
        />
      </div>
    </div>
  )
}

/** Renders a choice of one game or none, with its search inside the form. */
function GamePick(props: {
  /** The purpose of the game, for the labels of the buttons. */
  label: string
  game: GameCard | null
  none?: string
  isFixed?: boolean
  onPick: (game: GameCard | null) => void
}) {
  const { label, game, onPick, isFixed = false } = props
  const [isOpen, setOpen] = useState(false)
  const pick = (found: GameCard | null) => {
    onPick(found)
    setOpen(false)
  }
  return (
    <div className="grid w-full gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {game ? <b className="min-w-0 text-14 font-[650] break-words text-text">{game.name}</b> : props.none}
        {!isFixed && (
          <Button
            kind="line"
            aria-label={`${game ? 'Choose another game' : 'Choose a game'} for the ${label}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {game ? 'Another game' : 'Choose a game'}
          </Button>
        )}
        {game && !isFixed && (
          <Button kind="quiet" aria-label={`No game for the ${label}`} onClick={() => pick(null)}>
            No game
          </Button>
        )}
      </div>
      {isOpen && (
        <GameFinder
          label={ADMIN_CHALLENGE_TEXTS.findGame(label)}
          action={(found) => (
            <Button aria-label={`Choose ${found.name}`} onClick={() => pick(found)}>
              Choose
            </Button>
          )}
        />
      )}
    </div>
  )
}
