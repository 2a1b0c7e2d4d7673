/** Texts of the screen: upvotes. */

export const whyDoYouRecommendThis = 'Why do you recommend this tool?'
export const reason = 'Reason'
export const characters = ' characters'
export const cancel = 'Cancel'
export const submitting = 'Submitting...'
export const submit = 'Submit'
export const authenticationRequired = 'Authentication Required'
export const signIn = 'Sign In'
export const signUp = 'Sign Up'
