import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { memberName } from '#shared/member-name.ts'
import { Dialog, DoneButton } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Switch } from '#web/ui/field.tsx'
import { useClosing } from '#web/use-asked.ts'
import { showFailure } from '#web/write-failure.ts'
import { KINDS_TEXTS } from '../mute-dialog.texts.ts'
import { MUTE_ENTRIES } from '../mute-entries.texts.ts'
import { FEED_KINDS, type FeedKind } from '../mutes.rules.ts'
import { FEED_KIND_TEXTS } from '../mutes.texts.ts'
import { memberMutesQuery, setMemberKinds } from './mutes.api.ts'

/** Switches for the kinds of a member's activities that come into the viewer's feed. Each change is saved at once. */
export function KindsDialog({ member, onClose }: { member: PublicProfile; onClose: () => void }) {
  const client = useQueryClient()
  const { isOpen, close } = useClosing(onClose)
  const name = memberName(member)
  const query = memberMutesQuery(member.id)
  const muted = useQuery(query)
  const choose = async (kind: FeedKind, isShown: boolean) => {
    const before = client.getQueryData(query.queryKey)
    if (!before) return
    const kinds = FEED_KINDS.filter((each) => (each === kind ? !isShown : before.kinds.includes(each)))
    await client.cancelQueries({ queryKey: query.queryKey })
    client.setQueryData(query.queryKey, { ...before, kinds })
    try {
      await setMemberKinds(client, member.id, kinds)
    } catch (error) {
      client.setQueryData(query.queryKey, before)
      showFailure(KINDS_TEXTS.notSaved, error)
    }
  }
  return (
    <Dialog
      open={isOpen}
      size="question"
      onOpenChange={(open) => open || close()}
      title={MUTE_ENTRIES.kindsOf(name).replace('…', '')}
      description={muted.data?.mute ? KINDS_TEXTS.isMuted(name) : KINDS_TEXTS.about(name)}
      footer={<DoneButton onClick={close} />}
    >
      {muted.isError && !muted.data ? (
        <ErrorState text={KINDS_TEXTS.failed} onRetry={() => void muted.refetch()} />
      ) : (
        <div className="grid" aria-busy={muted.isPending}>
          {FEED_KINDS.map((kind) => (
            <Switch
              key={kind}
              className="min-h-11"
              label={kind === 'other' ? KINDS_TEXTS.rest : FEED_KIND_TEXTS[kind]}
              disabled={!muted.data}
              checked={muted.data ? !muted.data.kinds.includes(kind) : true}
              onChange={({ target }) => void choose(kind, target.checked)}
            />
          ))}
        </div>
      )}
    </Dialog>
  )
}
