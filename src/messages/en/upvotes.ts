import type { Words } from '#shared/words.ts'

/** Texts of the screen: upvotes. */

export const reasonQuestion = ({ item }: Words) => `Why do you recommend this ${item}?`
export const reason = 'Reason'
export const submitting = 'Submitting...'
export const submit = 'Submit'
export const authenticationRequired = 'Authentication Required'
export const signIn = 'Sign In'
export const signUp = 'Sign Up'

export const charactersOf = (count: number, limit: number) => `${count}/${limit} characters`
export const thanksForUpvoting = (name: string) => `Thanks for upvoting ${name}!`
export const shareYourExperience = (name: string) => `Share your experience with ${name} to help others.`
export const signInToRecommend = (name: string) => `Sign in to recommend ${name}.`
export const reasonRequired = 'Please provide a reason for your upvote'
