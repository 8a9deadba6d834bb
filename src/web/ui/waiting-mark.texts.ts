export const WAITS = 'Waits for a network'
