/** The picture is at fault: it is none, or more than may be unpacked. Anything else that goes wrong is a failure of ours. */
export class ImageRefused extends Error {
  override name = 'ImageRefused'
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal) {
    super(reason)
    this.reason = reason
  }
}

export type ImageRefusal = 'no image' | 'too large'
