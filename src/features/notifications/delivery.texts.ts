/** Why the settings of deliveries are refused. */
export const DELIVERY_REFUSALS = {
  time: 'A time is HH:MM, such as 22:00',
  endpoint: 'This is no address of a push service',
  endpointNotPublic: 'Notifications are pushed only to public addresses over https',
  keys: 'These are no keys of a browser',
} as const
