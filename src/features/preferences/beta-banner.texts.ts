export const BETA_NOTE = 'Things still change here. What you log is safe.'

export const betaText = (productName: string): string => `${productName} is in beta.`
