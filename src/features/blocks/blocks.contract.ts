import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import * as endpoints from './blocks.endpoints.ts'

export const BLOCKS_PAGE_SIZE = 50

export const blockMember = contract(endpoints.blockMember, {
  access: 'member',
  summary:
    'Block a member: ends follows and friendship in both directions and hides each from the other; succeeds unchanged if already blocked',
  body: z.object({ user_id: z.pipe(z.string('User ID is required'), UserId) }),
  response: z.object({ blocker_id: UserId, blocked_id: UserId, created_at: z.string() }),
  status: 201,
  mayExist: true,
  refusals: { 400: ['self'], 404: ['member_not_found'] },
})

export const unblockMember = contract(endpoints.unblockMember, {
  access: 'member',
  summary: 'Unblock a member; does not restore the follows and friendship that the block ended',
  params: z.object({ userId: UserId }),
  response: NoContent,
  status: 204,
})

export const BlockedMember = z.object({
  id: UserId,
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  blocked_at: z.string(),
})
export type BlockedMember = z.infer<typeof BlockedMember>

export const listBlocks = contract(endpoints.listBlocks, {
  access: 'member',
  summary: 'List the members that the viewer has blocked, newest first',
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(BlockedMember), nextCursor: z.nullable(z.string()) }),
})
