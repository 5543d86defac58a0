// What the rooms of lines use of their product.
export { lineFacts, ownBooks, ownState } from './line/own-books.ts';
