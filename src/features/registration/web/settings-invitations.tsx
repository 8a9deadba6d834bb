import { useQuery } from '@tanstack/react-query'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { INVITATION_TEXTS as TEXTS } from '../invitations.texts.ts'
import { InvitationRow } from './invitation-row.tsx'
import { NewInvitation } from './new-invitation.tsx'
import { ownInvitationsQuery } from './registration.api.ts'

/** The member's invitations, and who invited the member. */
export function SettingsInvitations() {
  const { data, isError, refetch } = useQuery(ownInvitationsQuery())
  if (isError && !data) return <ErrorState text={TEXTS.notLoaded} onRetry={() => void refetch()} />
  if (!data) return null
  const { invitations, left, per_month, invited_by } = data
  const mayInvite = left === null || per_month > 0
  return (
    <>
      <SettingsPart title={TEXTS.title} text={TEXTS.about}>
        {mayInvite ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <NewInvitation left={left} />
            {left !== null && <p className="text-14 text-text-2">{TEXTS.left(left)}</p>}
          </div>
        ) : (
          <p className="text-15 text-text-2">{TEXTS.off}</p>
        )}
        {invitations.length > 0 ? (
          <ul aria-label="Invitations">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        ) : (
          mayInvite && <p className="text-15 text-text-2">{TEXTS.none}</p>
        )}
      </SettingsPart>
      {invited_by && (
        <SettingsPart title={TEXTS.whoInvited} text={TEXTS.whoInvitedText}>
          <p className="flex flex-wrap items-center gap-2 text-15">
            {TEXTS.invitedBy}
            <a className="tap flex items-center gap-2 font-semibold" href={`/profile/${invited_by.id}`}>
              <Avatar id={invited_by.id} name={memberName(invited_by)} src={invited_by.avatar_url} size={32} />
              <span dir="auto">{memberName(invited_by)}</span>
            </a>
          </p>
        </SettingsPart>
      )}
    </>
  )
}
