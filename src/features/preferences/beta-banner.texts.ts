export const BETA_NOTE = 'Things still change here. What you log is safe.'
