import type { Partner } from '../messages.contract.ts'

/** The name the other goes by. */
export const partnerName = ({ display_name, username }: Pick<Partner, 'display_name' | 'username'>): string =>
  display_name || username || 'Unknown User'
