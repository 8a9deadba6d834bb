import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullDate } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { call } from '#web/call.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { INVITATION_TEXTS as TEXTS } from '../invitations.texts.ts'
import type { Invitation } from '../registration.contract.ts'
import { revokeInvitation } from '../registration.endpoints.ts'
import { invitationsQuery, ownInvitationsQuery } from './registration.api.ts'

/** One invitation: its state, its note, who made it, and the faces of who came. */
export function InvitationRow({ invitation, isByShown }: { invitation: Invitation; isByShown?: true }) {
  const { state, note, uses, used, by, guests, ends_at } = invitation
  const isOpen = state === 'valid'
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-4 first:border-t-0">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="text-16 font-semibold break-words" dir="auto">
          {note ?? TEXTS.usedOf(used, uses)}
        </p>
        <p className="text-14 text-text-2">
          <b className={isOpen ? 'text-text' : 'font-normal'}>{TEXTS.states[state]}</b>
          {isOpen && ` ${TEXTS.until(fullDate(new Date(ends_at)))}`}
          {note !== null && ` · ${TEXTS.usedOf(used, uses)}`}
          {isByShown && (
            <>
              {` · ${TEXTS.by} `}
              {by ? (
                <a className="linkish" href={`/profile/${by.id}`}>
                  {memberName(by)}
                </a>
              ) : (
                TEXTS.formerMember
              )}
            </>
          )}
        </p>
        {guests.length > 0 && (
          <ul className="flex flex-wrap gap-x-4 gap-y-1.5 pt-1">
            {guests.map((guest) => (
              <li key={guest.id}>
                <a className="tap flex items-center gap-2 text-14" href={`/profile/${guest.id}`}>
                  <Avatar id={guest.id} name={memberName(guest)} src={guest.avatar_url} size={24} />
                  <span dir="auto">{memberName(guest)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOpen && <Revoke id={invitation.id} name={note ?? TEXTS.usedOf(used, uses)} />}
    </li>
  )
}

function Revoke({ id, name }: { id: string; name: string }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  async function revoke(): Promise<void> {
    try {
      await call(revokeInvitation, { params: { invitationId: id } })
      toast({ title: TEXTS.revoked })
    } catch (error) {
      showFailure(TEXTS.notRevoked, error)
    } finally {
      await Promise.all([
        client.invalidateQueries({ queryKey: ownInvitationsQuery().queryKey }),
        client.invalidateQueries({ queryKey: invitationsQuery().queryKey }),
      ])
    }
  }
  return (
    <>
      <Button kind="quiet" aria-label={`${TEXTS.revoke}: ${name}`} onClick={() => setAsking(true)}>
        {TEXTS.revoke}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={TEXTS.revokeTitle}
        text={TEXTS.revokeText}
        confirmLabel={TEXTS.revoke}
        danger
        onConfirm={revoke}
      />
    </>
  )
}
