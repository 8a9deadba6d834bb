export const SEE_AS_OTHERS = 'See it as others do'
