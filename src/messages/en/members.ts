/** Texts of the screen: members. */

export const revokeOwnQuestion = 'Stop being an administrator?'
export const you = 'You'
export const administrator = 'Administrator'
export const suspended = 'Suspended'
export const notVerified = 'Not verified'
export const memberSince = 'Member since '
export const administratorSince = 'Administrator since '
export const upvotesHidden = ', recommendations hidden'
export const upvotesKept = ', recommendations kept'
export const formerAdministrator = 'a former administrator'
export const liftSuspension = 'Lift suspension'
export const suspend = 'Suspend'
export const noMatch = 'No members match your search.'
export const clearSearch = 'Clear search'
export const people = 'Members'
export const searchPeople = 'Search members'
export const show = 'Show'
export const reason = 'Reason'
export const keepUpvotes = 'Keep: everyone can still read them'
export const hideUpvotes = 'Hide: removed from every list and count until you lift the suspension'

export const grantQuestion = (name: string) => `Make ${name} an administrator?`
export const grantEffect = (who: string) =>
  `${who} will be able to change the catalogue, decide on reports and manage members, including you.`
export const liftQuestion = (name: string) => `Lift the suspension of ${name}?`
export const revokeOwnEffect = (name: string) =>
  `You are ${name}. You lose access to the admin area at once, and only another administrator can give it back.`
export const revokeQuestion = (name: string) => `Revoke ${name} as administrator?`
export const revokeEffect = (who: string) =>
  `${who} stays a member and loses access to the admin area at once.`
export const moreActionsFor = (name: string) => `More actions for ${name}`
export const recommendationCount = (count: number) =>
  count === 1 ? '1 recommendation' : `${count.toLocaleString('en')} recommendations`
export const theirRecommendations = (count: number) =>
  count === 1 ? 'Their recommendation' : `Their ${count} recommendations`
/** Before a date. */
export const suspendedBy = (who: string) => `Suspended by ${who}, `
export const suspendQuestion = (username: string) => `Suspend @${username}?`
export const suspensionEffect = (fullName: string) =>
  `${fullName} is signed out everywhere at once and cannot sign in until you lift the suspension.`
export const reasonHint = 'Shown to the member at sign-in, and to administrators.'
export const reasonCount = (length: number, limit: number) => `${length}/${limit} characters`
export const suspensionReasonRequired = 'Please provide a reason for the suspension'
export const suspending = 'Suspending...'
export const granted = (name: string) => `${name} is now an administrator`
export const revoked = (name: string) => `${name} is no longer an administrator`
export const suspendedNow = (name: string) => `${name} has been suspended`
export const lifted = (name: string) => `The suspension of ${name} has been lifted`
export const makeAdministrator = 'Make administrator'
export const saving = 'Saving...'
export const lifting = 'Lifting...'
export const revokeMyRights = 'Revoke my rights'
export const revokeAdministrator = 'Revoke administrator'
export const revoking = 'Revoking...'
export const liftEffect = (who: string, hidesUpvotes: boolean | null) =>
  `${who} can sign in again.${hidesUpvotes ? ' Their hidden recommendations come back as they were.' : ''}`
export const nobodyJoined = 'No one has joined yet.'
export const noAdministrators = 'There are no administrators.'
export const nobodySuspended = 'No one is suspended.'
/** The filter of the list. */
export const filters = { all: 'All', administrators: 'Administrators', suspended: 'Suspended' }
export const grantedOnCommandLine = 'granted on the command line'
export const grantedByConfiguration = 'from the list of administrators at start'
export const grantedBy = (who: string) => `granted by ${who}`
