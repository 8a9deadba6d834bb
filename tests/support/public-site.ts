import type { MembersSite } from '#server/members-site.ts'

/** A site that visitors see, for tests of the server without features. */
export const publicSite: MembersSite = {
  isPublicForCertain: () => true,
  isForMembers: async () => false,
  isOpen: () => true,
}
