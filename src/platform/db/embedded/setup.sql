create role tenor_owner login nosuperuser nocreatedb createrole;

create database tenor owner tenor_owner template template0 encoding 'UTF8' locale 'C';

revoke all on database tenor, postgres, template1 from public;

grant connect on database postgres to tenor_owner;

