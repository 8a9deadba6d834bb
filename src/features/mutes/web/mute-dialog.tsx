import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shortTerm } from '#features/catalogue/names.rules.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import type { GameId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, Radio } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useClosing } from '#web/use-asked.ts'
import { MUTE_TEXTS, SPAN_TEXTS } from '../mute-dialog.texts.ts'
import { MUTE_ENTRIES } from '../mute-entries.texts.ts'
import { keyOf, MUTE_SPANS, type MuteSpan, type MuteTarget } from '../mutes.rules.ts'
import type { MuteRequest } from './mute-requests.api.ts'
import { muteTarget } from './mutes.api.ts'

interface Choice {
  target: MuteTarget
  label: string
}

const SPANS = MUTE_SPANS.map((value) => ({ value, label: SPAN_TEXTS[value] }))

/** Asks what of an activity, a member or a game should be muted, and for how long. The narrowest choice stands first. */
export function MuteDialog({ onClose, ...asked }: MuteRequest & { onClose: () => void }) {
  const client = useQueryClient()
  const { isOpen, close } = useClosing(onClose)
  const choices = useChoices(asked)
  const [chosen, setChosen] = useState(() => choices[0] && keyOf(choices[0].target))
  const [span, setSpan] = useState<MuteSpan>('month')
  const [isBusy, setBusy] = useState(false)
  const choice = choices.find(({ target }) => keyOf(target) === chosen)
  const save = async () => {
    if (!choice || isBusy) return
    setBusy(true)
    const isDone = await muteTarget(client, choice.target, span, choice.label)
    setBusy(false)
    if (isDone) close()
  }
  return (
    <Dialog
      open={isOpen}
      size="question"
      isSaving={isBusy}
      onOpenChange={(open) => open || close()}
      title={asked.feedKind ? MUTE_ENTRIES.less.replace('…', '') : MUTE_TEXTS.mute}
      description={MUTE_TEXTS.about}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      footer={<DialogButtons label={MUTE_TEXTS.mute} onCancel={close} busy={isBusy} busyLabel={MUTE_TEXTS.muting} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Field label={MUTE_TEXTS.what} group>
          {choices.map(({ target, label }) => (
            <Radio
              key={keyOf(target)}
              name="what"
              className="min-h-9 wrap-anywhere"
              label={label}
              checked={keyOf(target) === chosen}
              onChange={() => setChosen(keyOf(target))}
            />
          ))}
        </Field>
        <Field label={MUTE_TEXTS.howLong} group>
          <Segmented label={MUTE_TEXTS.howLong} options={SPANS} value={span} onChange={setSpan} />
        </Field>
      </div>
    </Dialog>
  )
}

/** The choices, with the genres and themes of the game when they have loaded. */
function useChoices({ member, feedKind, game }: MuteRequest): Choice[] {
  const id = game?.id as GameId
  const { data: facts } = useQuery({ ...gameQuery(id), enabled: game !== undefined })
  const name = member && memberName(member)
  const tags = facts
    ? [
        ...facts.genres.map((term) => ({ ...term, kind: 'genre' as const })),
        ...facts.themes.map((term) => ({ ...term, kind: 'theme' as const })),
      ]
    : []
  return [
    ...(member && feedKind && name
      ? [
          {
            target: { kind: 'feed' as const, feed_kind: feedKind, member_id: member.id },
            label: MUTE_TEXTS.kindBy(feedKind, name),
          },
        ]
      : []),
    ...(feedKind
      ? [
          {
            target: { kind: 'feed' as const, feed_kind: feedKind, member_id: null },
            label: MUTE_TEXTS.kindByAll(feedKind),
          },
        ]
      : []),
    ...(member && name ? [{ target: { kind: 'member' as const, member_id: member.id }, label: name }] : []),
    ...(game ? [{ target: { kind: 'game' as const, game_id: id }, label: game.name }] : []),
    ...tags.map(({ kind, id, name }) => ({ target: { kind, id }, label: MUTE_TEXTS.tagOf(shortTerm(name)) })),
  ]
}
