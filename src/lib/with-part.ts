import { errors } from '#messages/errors.js'
import { notify } from './notify'

/** Goes on with code that is downloaded with a press. Without it the person is told. */
export const withPart = <Part>(part: Promise<Part>, go: (part: Part) => unknown): void =>
  void part.then(go, () => notify.error(errors.partMissing))
