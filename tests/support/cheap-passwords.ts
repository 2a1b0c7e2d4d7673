import bcrypt from '@node-rs/bcrypt'

/** The cost of hashing is not tested: at the product's cost each sign-up would take 60 ms of processor time. */
const COST = 4

const { hash } = bcrypt
bcrypt.hash = (password, _cost, salt) => hash(password, COST, salt)
