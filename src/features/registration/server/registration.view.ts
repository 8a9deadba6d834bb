import type { UserId } from '#shared/ids.ts'
import type { AddressBlockRow } from './addresses/address-blocks.queries.ts'
import type { InvitationRow, Inviter } from './invitations/invitations.queries.ts'
import { withState } from './invitations/invitations.service.ts'
import type { AccountRequestRow } from './requests/account-requests.queries.ts'

export const viewInviter = (member: Inviter | null) => member && { ...member, id: member.id as UserId }

export function viewInvitation(row: InvitationRow, now: Date) {
  const { id, uses, used, note, state, by, guests, created_at, ends_at } = withState(row, now)
  return {
    ...{ id, uses, used, note, state },
    created_at: created_at.toISOString(),
    ends_at: ends_at.toISOString(),
    by: viewInviter(by),
    guests: guests.map((guest) => ({ ...guest, id: guest.id as UserId })),
  }
}

export const viewBlock = ({ created_at, ends_at, ...row }: AddressBlockRow) => ({
  ...row,
  created_at: created_at.toISOString(),
  ends_at: ends_at?.toISOString() ?? null,
})

export const viewRequest = ({ created_at, decided_at, ...row }: AccountRequestRow) => ({
  ...row,
  created_at: created_at.toISOString(),
  decided_at: decided_at?.toISOString() ?? null,
})
