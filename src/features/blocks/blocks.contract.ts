import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import * as endpoints from './blocks.endpoints.ts'

export const BLOCKS_PAGE_SIZE = 50

export const blockMember = contract(endpoints.blockMember, {
  access: 'member',
  summary: 'Blocks a member: ends follows and friendship both ways, and hides each from the other; 200 when it was so',
  body: z.object({ user_id: z.pipe(z.string('User ID is required'), UserId) }),
  response: z.object({ blocker_id: UserId, blocked_id: UserId, created_at: z.string() }),
  status: 201,
  refusals: ['self', 'member_not_found'],
})

export const unblockMember = contract(endpoints.unblockMember, {
  access: 'member',
  summary: 'Takes a block back; what it ended does not return',
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
  summary: 'Whom the member has blocked, newest first',
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(BlockedMember), nextCursor: z.nullable(z.string()) }),
})
