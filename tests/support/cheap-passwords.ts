import bcrypt from '@node-rs/bcrypt'

/** What the processor needs for a password is not tested: at the product's cost each sign-up would take 60 ms of it. */
const COST = 4

const { hash } = bcrypt
bcrypt.hash = (password, _cost, salt) => hash(password, COST, salt)
