-- By what a code went out: email, text or voice. Null: it was made on the machine.
alter table codes add column channel text;
