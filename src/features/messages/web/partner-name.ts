import type { Partner } from '../messages.contract.ts'

/** Returns the display name of the other member, else the username. */
export const partnerName = ({ display_name, username }: Pick<Partner, 'display_name' | 'username'>): string =>
  display_name || username || 'Unknown User'
