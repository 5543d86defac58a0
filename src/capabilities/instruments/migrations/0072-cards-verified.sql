-- Of a card: whether its provider found the address to be that of its holder, as a letter of the network.
alter table payment_instruments add column avs_result text;
